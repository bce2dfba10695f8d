import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message in OpenAI's format. */
interface Message {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content: unknown;
}

interface CompletionRequest {
	messages: Message[];
	tools?: { function: { name: string } }[];
}

export interface ChatModel {
	/** The base URL for the credential of n8n's OpenAI nodes. */
	baseUrl: string;
	/** Names of the tools in the latest request. */
	readonly tools: string[];
	/** The answers of the tools, oldest first. */
	readonly toolAnswers: string[];
	close(): void;
}

/** What a model answers, in OpenAI's format: a text, or a message that calls tools. */
export function completion(answer: string | object): object {
	const message = typeof answer === 'string' ? { role: 'assistant', content: answer } : answer;
	const finishReason = 'tool_calls' in message ? 'tool_calls' : 'stop';
	return {
		id: 'chatcmpl-1',
		object: 'chat.completion',
		created: 1,
		model: 'stand-in',
		choices: [{ index: 0, message, finish_reason: finishReason }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<CompletionRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return JSON.parse(Buffer.concat(chunks).toString('utf8')) as CompletionRequest;
}

/**
 * Starts a stand-in for a chat model, with OpenAI's interface, on 127.0.0.1. If the last message of a request is
 * a tool's answer, the stand-in answers with a text, otherwise with a call of `tool` with `toolArguments`.
 */
export async function startChatModel(tool: string, toolArguments: object): Promise<ChatModel> {
	let tools: string[] = [];
	const toolAnswers: string[] = [];
	let calls = 0;

	function answer({ messages, tools: offered = [] }: CompletionRequest): object {
		tools = offered.map(({ function: { name } }) => name);
		const last = messages.at(-1);
		if (last?.role === 'tool') {
			toolAnswers.push(
				typeof last.content === 'string' ? last.content : JSON.stringify(last.content),
			);
			return { role: 'assistant', content: 'Done.' };
		}
		const call = {
			id: `call_${++calls}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(toolArguments) },
		};
		return { role: 'assistant', content: null, tool_calls: [call] };
	}

	const server = createServer((request, response) => {
		void (async () => {
			const body = completion(answer(await bodyOf(request)));
			response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
		})();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		get tools() {
			return tools;
		},
		toolAnswers,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
