import { readSimplify } from '../../../nodes/IflytekAiCall/parameters/options';
import { contextOf } from './context';

test('results are simplified, unless Options says otherwise', () => {
	const simplifies = (options: object) =>
		readSimplify(contextOf({ parameters: { options } }).context)(0);
	expect([{}, { simplify: true }, { simplify: false }].map(simplifies)).toEqual([
		true,
		true,
		false,
	]);
});
