import type { INodeParameters } from 'n8n-workflow';
import type { BuiltInNodes } from '../builtInNodes';
import { runChain, type ChainNode, type ChainRun } from '../engine';
import { account } from './account';
import type { Measured } from './operations';

/**
 * Sends the node's requests as a user without this package does: n8n's Crypto node makes the checksum, and its HTTP
 * Request node sends the request. The items already contain the time in seconds, which saves a node.
 * @throws Error if an answer is missing or reports a failure
 */
export async function runBuiltIn(
	url: string,
	{ request, items }: Measured,
	{ crypto, httpRequest }: BuiltInNodes,
	count: number,
): Promise<ChainRun> {
	const param = Buffer.from(JSON.stringify(request.param)).toString('base64');
	const curTime = String(Math.floor(Date.now() / 1000));
	const signing: ChainNode = {
		...crypto,
		parameters: {
			action: 'hash',
			type: 'MD5',
			binaryData: false,
			value: `={{ ${JSON.stringify(account.apiKey)} + $json.curTime + ${JSON.stringify(param)} }}`,
			dataPropertyName: 'checkSum',
			encoding: 'hex',
		},
	};
	const sending: ChainNode = {
		...httpRequest,
		parameters: {
			method: 'POST',
			url: url + request.path,
			authentication: 'none',
			sendHeaders: true,
			headerParameters: pairs({
				'X-Appid': account.appId,
				'X-CurTime': '={{ $json.curTime }}',
				'X-Param': param,
				'X-CheckSum': '={{ $json.checkSum }}',
			}),
			sendBody: true,
			contentType: 'form-urlencoded',
			bodyParameters: pairs({ text: '={{ $json.text }}' }),
			options: {},
		},
	};
	const withTime = items(count).map(({ json }) => ({ json: { ...json, curTime } }));
	const run = await runChain(withTime, [signing, sending]);
	const wrong = run.items.filter(({ json }) => Number(json.code) !== 0);
	if (run.items.length !== count || wrong.length > 0)
		throw new Error(
			`HTTP Request gave ${run.items.length} items for ${count}, ${wrong.length} of them wrong: ${JSON.stringify(wrong[0]?.json)}`,
		);
	return run;
}

function pairs(values: Record<string, string>): INodeParameters {
	return { parameters: Object.entries(values).map(([name, value]) => ({ name, value })) };
}
