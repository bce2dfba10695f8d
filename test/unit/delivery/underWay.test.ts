/** The rows that the runs of a process are sending. */
import { UnderWay } from '../../../nodes/IflytekAiCall/sentBefore/underWay';

const soon = async () => await new Promise((resolve) => setTimeout(resolve, 5));

test('a run waits until the others have sent the same rows, and takes others at once', async () => {
	const underWay = new UnderWay();
	const [first, second] = [{}, {}];
	const steps: string[] = [];
	const never = () => steps.push('waits');
	await underWay.take(['a', 'b'], first, never);
	const onWait = () => steps.push('second waits');
	const taking = underWay
		.take(['b', 'c'], second, onWait)
		.then(() => steps.push('second has b and c'));
	await underWay.take(['b'], first, never);
	await underWay.take(['d'], second, never);
	await soon();
	steps.push('first releases a');
	underWay.release(['a'], first);
	await soon();
	steps.push('first releases b');
	underWay.release(['b'], first);
	await taking;
	expect(steps).toEqual([
		'second waits',
		'first releases a',
		'second waits',
		'first releases b',
		'second has b and c',
	]);
});

test('runs that wait at the same moment do not wake each other without end', async () => {
	const underWay = new UnderWay();
	const [first, second, third] = [{}, {}, {}];
	await underWay.take(['a'], first, () => undefined);
	const waits = [second, third].map(() => 0);
	const taken = [second, third].map(async (run, index) => {
		await underWay.take(['a'], run, () => {
			waits[index] = (waits[index] ?? 0) + 1;
			if ((waits[index] ?? 0) > 9) throw new Error('It goes on without end');
			underWay.release([], run);
			underWay.release(['b'], run);
		});
		underWay.release(['a'], run);
	});
	await soon();
	expect(waits).toEqual([1, 1]);
	underWay.release(['a'], first);
	await Promise.all(taken);
	expect(waits).toEqual([1, 2]);
});
