import type { IPollFunctions } from 'n8n-workflow';
import { listOnce } from '../../nodes/IflytekAiCallTaskTrigger/listOnce';
import type { JsonRecord } from '../../nodes/shared/values';

/** An activation of one node; each activation polls with an object of its own. */
const activation = (): IPollFunctions =>
	({ getWorkflow: () => ({ id: 'w' }), getNode: () => ({ id: 'node' }) }) as never;

/** A listing that ends when the test says so. */
function listing() {
	let end: (tasks: JsonRecord[]) => void = () => undefined;
	const tasks = new Promise<JsonRecord[]>((resolve) => (end = resolve));
	let begun = 0;
	const list = async () => {
		begun++;
		return await tasks;
	};
	return { list, end, begun: () => begun };
}

test('when a listing with the old filter ends, the one with the new filter still counts as under way', async () => {
	const [former, anew] = [listing(), listing()];
	const [old, now] = [activation(), activation()];
	const late = listOnce(old, 'former', former.list);
	const first = listOnce(now, 'new', anew.list);
	former.end([{ task_id: 1 }]);
	expect(await late).toBeUndefined();
	const second = listOnce(now, 'new', anew.list);
	anew.end([{ task_id: 2 }]);
	expect(await Promise.all([first, second])).toEqual([[{ task_id: 2 }], undefined]);
	expect([former.begun(), anew.begun()]).toEqual([1, 1]);
});
