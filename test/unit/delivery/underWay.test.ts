/** The rows that the runs of a process are sending. */
import { UnderWay } from '../../../nodes/IflytekAiCall/sentBefore/underWay';

const soon = async () => await new Promise((resolve) => setTimeout(resolve, 5));

test('a run waits until the others have sent the same rows, and takes others at once', async () => {
	const underWay = new UnderWay();
	const [first, second] = [{}, {}];
	const steps: string[] = [];
	await underWay.take(['a', 'b'], first);
	const taking = underWay.take(['b', 'c'], second).then(() => steps.push('second has b and c'));
	await underWay.take(['b'], first);
	await underWay.take(['d'], second);
	await soon();
	steps.push('first releases a');
	underWay.release(['a'], first);
	await soon();
	steps.push('first releases b');
	underWay.release(['b'], first);
	await taking;
	expect(steps).toEqual(['first releases a', 'first releases b', 'second has b and c']);
});
