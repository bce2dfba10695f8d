/** The nodes and credentials of the package, and all their parameters. */
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { IflytekAiCallApi } from '../../credentials/IflytekAiCallApi.credentials';
import { IflytekApi } from '../../credentials/IflytekApi.credentials';
import { Iflytek } from '../../nodes/Iflytek/Iflytek.node';
import { IflytekAiCall } from '../../nodes/IflytekAiCall/IflytekAiCall.node';
import { IflytekAiCallContextTrigger } from '../../nodes/IflytekAiCallContextTrigger/IflytekAiCallContextTrigger.node';
import { IflytekAiCallTaskTrigger } from '../../nodes/IflytekAiCallTaskTrigger/IflytekAiCallTaskTrigger.node';
import { IflytekAiCallTrigger } from '../../nodes/IflytekAiCallTrigger/IflytekAiCallTrigger.node';

export const NODES: INodeType[] = [
	new Iflytek(),
	new IflytekAiCall(),
	new IflytekAiCallTrigger(),
	new IflytekAiCallContextTrigger(),
	new IflytekAiCallTaskTrigger(),
];
export const CREDENTIALS: ICredentialType[] = [new IflytekApi(), new IflytekAiCallApi()];

type Entry = INodePropertyOptions | INodeProperties | INodePropertyCollection;

/** A parameter, and all parameters inside it. A group of a fixed collection has `values`, a parameter has a `type`. */
export function within(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []).flatMap((entry: Entry) =>
		'values' in entry ? entry.values : 'type' in entry ? [entry] : [],
	);
	return [property, ...inner.flatMap(within)];
}

/** The choices of a parameter. */
export const choicesOf = ({ options = [] }: INodeProperties) =>
	options.filter((entry: Entry): entry is INodePropertyOptions => 'value' in entry);
