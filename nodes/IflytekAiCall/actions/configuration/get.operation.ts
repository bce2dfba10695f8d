import {
	KIND_NAMES,
	queryWholeConfiguration,
	simplifyConfiguration,
	simplifyEntries,
	withoutUrlSecrets,
} from '../../../shared/aiCall/configuration/configuration';
import { asChoice } from '../../../shared/n8n/parameters/coerce';
import { Item, readRequestOptions } from '../../../shared/n8n/parameters/item';
import { requestOptions, simplify } from '../../../shared/n8n/parameters/properties';
import { jsonResult, rawResponse } from '../../../shared/n8n/run/operations';
import { readSimplify } from '../../parameters/options';
import type { AiCallOperation } from '../../entry/operation';

/** Query of the configuration (document 2, 4.2). */
export const get: AiCallOperation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get scripts, lines and voices',
		description:
			'List the scripts, lines, voices and callback URLs of the application (API: config/v1/query)',
	},
	properties: [
		{
			displayName: 'Type',
			name: 'kind',
			type: 'options',
			options: [
				{ name: 'All', value: 'all', description: 'Returns everything in one item' },
				{
					name: 'Callback URLs',
					value: 'urls',
					description:
						'Where the platform sends call records, recordings and dialogs. Returns one item per URL.',
				},
				{
					name: 'Lines',
					value: 'lines',
					description: 'Returns one item per line, with its concurrency and working hours',
				},
				{
					name: 'Scripts',
					value: 'scripts',
					description: 'Returns one item per script, with its columns',
				},
				{ name: 'Voices', value: 'voices', description: 'Returns one item per voice' },
			],
			default: 'scripts',
			description: 'Type of configuration to return (API: type)',
		},
		requestOptions(simplify),
	],
	execute: async (context, client, index) => {
		const item = new Item(context, index);
		const kind = asChoice(item.value('kind'), 'Type', ['all', ...KIND_NAMES]);
		const simplified = readSimplify(context)(index);
		const options = readRequestOptions(item);
		const { envelopes, result } = await queryWholeConfiguration(kind, async (body) =>
			withoutUrlSecrets(await client('queryConfiguration', body, options)),
		);
		if (!simplified) return jsonResult(rawResponse(envelopes.map(({ sent }) => sent)));
		if (kind === 'all') return jsonResult(simplifyConfiguration(result));
		return simplifyEntries(result, kind).flatMap(jsonResult);
	},
};
