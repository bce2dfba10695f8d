import type { IPollFunctions } from 'n8n-workflow';
import { listOnce } from '../../nodes/IflytekAiCallTaskTrigger/listOnce';
import type { JsonRecord } from '../../nodes/shared/values';

/** The context of one activation of the node. Each activation polls with a context of its own. */
const activation = (): IPollFunctions =>
	({ getWorkflow: () => ({ id: 'w' }), getNode: () => ({ id: 'node' }) }) as never;

/** A listing that ends when the test calls `end`. */
function listing() {
	let end: (tasks: JsonRecord[]) => void = () => undefined;
	const tasks = new Promise<JsonRecord[]>((resolve) => (end = resolve));
	let calls = 0;
	const list = async () => {
		calls++;
		return await tasks;
	};
	return { list, end, calls: () => calls };
}

test('the end of a listing with the old filter does not end the listing with the new filter', async () => {
	const oldListing = listing();
	const newListing = listing();
	const oldActivation = activation();
	const newActivation = activation();
	const oldResult = listOnce(oldActivation, 'former', oldListing.list);
	const newResult = listOnce(newActivation, 'new', newListing.list);
	oldListing.end([{ task_id: 1 }]);
	expect(await oldResult).toBeUndefined();
	// The new activation polls again during its own listing. Its first poll returns the tasks, the second none.
	const secondResult = listOnce(newActivation, 'new', newListing.list);
	newListing.end([{ task_id: 2 }]);
	expect(await Promise.all([newResult, secondResult])).toEqual([[{ task_id: 2 }], undefined]);
	expect([oldListing.calls(), newListing.calls()]).toEqual([1, 1]);
});
