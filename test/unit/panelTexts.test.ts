/** What the panel says about each parameter: what it does, its unit and its limits. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekApi } from '../../credentials/IflytekApi.credentials';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';

/** A parameter, and all parameters inside it. */
function withInnerParameters(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []).flatMap(
		(option: INodePropertyOptions | INodeProperties | INodePropertyCollection) =>
			// A group of a fixed collection has `values`, a parameter has a `type`, and a choice has neither.
			'values' in option ? option.values : 'type' in option ? [option] : [],
	);
	return [property, ...inner.flatMap(withInnerParameters)];
}

const NODES = [
	new Iflytek(),
	new IflytekAiCall(),
	new IflytekAiCallTrigger(),
	new IflytekAiCallContextTrigger(),
	new IflytekAiCallTaskTrigger(),
];
const CREDENTIALS = [new IflytekApi(), new IflytekAiCallApi()];

const PARAMETERS = [...NODES.map(({ description }) => description), ...CREDENTIALS].flatMap(
	(holder) =>
		holder.properties
			.flatMap(withInnerParameters)
			.map((property) => ({ place: `${holder.displayName} › ${property.displayName}`, property })),
);

test('the description of a number between two limits names both', () => {
	const missing = PARAMETERS.filter(
		({ property: { typeOptions: { minValue, maxValue } = {}, description = '' } }) => {
			if (minValue === undefined || maxValue === undefined) return false;
			return !description.includes(
				`from ${minValue.toLocaleString('en')} to ${maxValue.toLocaleString('en')}`,
			);
		},
	);
	expect(missing.map(({ place }) => place)).toEqual([]);
});

test("the description of AI Call Trigger begins with that of AI Call, because n8n shows both as one entry with the trigger's description", () => {
	const [node, trigger] = [new IflytekAiCall(), new IflytekAiCallTrigger()];
	expect(`${trigger.description.name}`).toBe(`${node.description.name}Trigger`);
	expect(trigger.description.description.startsWith(`${node.description.description}. `)).toBe(
		true,
	);
});
