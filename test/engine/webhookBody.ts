import { createGunzip, createInflate } from 'node:zlib';
import { parseIncomingMessage } from '@n8n/backend-network';
import type express from 'express';
import getRawBody from 'raw-body';

/** The content types whose body n8n reads by itself for a trigger of version 2. For other types the node asks n8n to read the body. */
const PARSED = /^(application\/json|text\/plain|application\/x-www-form-urlencoded)|[/+]xml$/;

/** A body that n8n cannot parse. */
class UnparsableError extends Error {}

/** Reads the body as n8n does before it calls the node. Does not keep the parsed body, because the nodes do not use it. */
export async function readRequest(
	request: express.Request & { contentType?: string; encoding?: BufferEncoding },
	typeVersion: number,
): Promise<void> {
	parseIncomingMessage(request);
	const { contentType = '', encoding } = request;
	const readRawBody = async () => void Object.assign(request, { rawBody: await readBody(request) });
	Object.assign(request, { body: {}, readRawBody });
	// n8n reads a form with files, but keeps only its parts and not the raw body.
	if (contentType === 'multipart/form-data') await getRawBody(request);
	if (contentType.startsWith('multipart/') || (typeVersion > 1 && !PARSED.test(contentType)))
		return;
	const rawBody = await readBody(request);
	Object.assign(request, { rawBody, readRawBody: async () => await Promise.resolve() });
	if (rawBody.length === 0 || !PARSED.test(contentType)) return;
	try {
		const text = rawBody.toString(encoding);
		if (contentType === 'application/json') JSON.parse(text.replace(/^\uFEFF/, ''));
		if (/[/+]xml$/.test(contentType) && !text.trimStart().startsWith('<'))
			throw new Error('Non-whitespace before first tag.');
	} catch (error) {
		throw new UnparsableError(error instanceof Error ? error.message : String(error));
	}
}

async function readBody(request: express.Request): Promise<Buffer> {
	const { 'content-encoding': encoding, 'content-length': length } = request.headers;
	const limit = '16mb';
	if (encoding === 'gzip') return await getRawBody(request.pipe(createGunzip()), { limit });
	if (encoding === 'deflate') return await getRawBody(request.pipe(createInflate()), { limit });
	return await getRawBody(request, { length, limit });
}

/** The answer of n8n if it could not read the body. */
export function answerToUnreadable(error: unknown): {
	status: number;
	message: string;
	hint?: string;
} {
	if (error instanceof UnparsableError)
		return { status: 422, message: 'Failed to parse request body', hint: error.message };
	return { status: 500, message: 'There was a problem executing the workflow' };
}
