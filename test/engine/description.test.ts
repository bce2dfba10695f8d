import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';

const { description } = new Iflytek();

test('the node has the internal names that saved workflows depend on', () => {
	expect([description.name, description.displayName, description.usableAsTool]).toEqual([
		'iflytek',
		'iFLYTEK',
		true,
	]);
});
