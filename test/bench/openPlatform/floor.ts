import { json as readJson } from 'node:stream/consumers';
import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { IflytekApi } from '../../../credentials/IflytekApi.credentials';
import { runChain, type ChainRun } from '../engine';
import { credentialAt } from './account';
import type { Measured } from './operations';

const type = new IflytekApi();

/** How a floor gets its responses. A response that is read as it arrives can be refused once it is too large. */
export type Reading = 'byN8n' | 'asItArrives';

/**
 * Sends the node's requests with the least work that a node in n8n needs. It reads the credential once. For each item it
 * reads the text or file, and calls n8n's request helper, which signs the request. It sends `concurrency` requests at a
 * time. No node that gets its responses in this way can be faster in n8n.
 * @throws Error if the platform refuses a request
 */
export async function runFloor(
	url: string,
	{ request, floor, items }: Measured,
	count: number,
	concurrency: number,
	reading: Reading,
): Promise<ChainRun> {
	return await runChain(
		items(count),
		[
			{
				type: floorNode(url, { request, floor }, concurrency, reading),
				parameters: { [floor.parameter.name]: String(floor.parameter.default) },
			},
		],
		[{ type, data: credentialAt(url) }],
	);
}

function floorNode(
	url: string,
	{ request: { path, param, contentType }, floor }: Pick<Measured, 'request' | 'floor'>,
	concurrency: number,
	reading: Reading,
): INodeType {
	const headers = {
		'X-Param': Buffer.from(JSON.stringify(param)).toString('base64'),
		'Content-Type': contentType,
	};
	return {
		description: {
			displayName: 'Floor',
			name: 'floor',
			group: ['transform'],
			version: 1,
			description: 'Sends one request per item',
			defaults: { name: 'Floor' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: type.name, required: true }],
			properties: [floor.parameter],
		},
		async execute(this: IExecuteFunctions) {
			const data = await this.getCredentials(type.name);
			const credentialsDecrypted = { id: '', name: '', type: type.name, data };
			const results: INodeExecutionData[] = [];
			const count = this.getInputData().length;
			let next = 0;
			const worker = async () => {
				while (next < count) {
					const index = next++;
					const body = await floor.body(this, index);
					const request: IHttpRequestOptions = { method: 'POST', url: url + path, headers, body };
					if (reading === 'asItArrives') request.encoding = 'stream';
					const response = await this.helpers.httpRequestWithAuthentication.call(
						this,
						type.name,
						request,
						{ credentialsDecrypted },
					);
					const json = reading === 'asItArrives' ? await readJson(response) : response;
					if (Number(json?.code) !== 0)
						throw new Error(`The floor was refused: ${JSON.stringify(json)}`);
					results[index] = { json, pairedItem: { item: index } };
				}
			};
			await Promise.all(Array.from({ length: concurrency }, worker));
			return [results];
		},
	};
}
