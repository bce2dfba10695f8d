import Ajv, { type ErrorObject } from 'ajv';
import { ENDPOINTS } from '.';
import { PUSHES } from './pushes';
import { CALL_CODES, CODES } from './table/codes';
import { CONTEXT_REQUEST } from './table/responses';
import type { Schema } from './page';
import { SILENCES, typeName } from './silences';
import type { Response } from './recording';

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });

/** A field or a code, if it looks like one. It could also be a text or a number of the user. */
const plain = (name: unknown) =>
	/^(?!\d{9})\w{1,40}$/.test(String(name)) ? String(name) : '(another)';

/** A path as in JavaScript. All entries of a list have the same one. */
const pathOf = (path: string, ...names: unknown[]) =>
	[...path.split('/').slice(1), ...names]
		.map((name) => (/^\d+$/.test(String(name)) ? '[]' : `.${plain(name)}`))
		.join('')
		.replace(/^\./, '') || 'the whole';

function sentenceOf({ keyword, instancePath, params, data, schema }: ErrorObject): string[] {
	const path = pathOf(instancePath);
	if (keyword === 'if') return [];
	if (keyword === 'required') return [`${pathOf(instancePath, params.missingProperty)} is missing`];
	if (keyword === 'additionalProperties')
		return [`${pathOf(instancePath, params.additionalProperty)} is new`];
	if (keyword !== 'type') return [`${path} has another value`];
	return [`${path} is ${typeName(data)}, not ${[schema].flat().join(' or ')}`];
}

/** How a content differs from its schema, in sentences that contain no value of it. */
export function differencesFrom(schema: Schema, content: unknown): string[] {
	const validate = ajv.compile(schema);
	return validate(content) ? [] : [...new Set((validate.errors ?? []).flatMap(sentenceOf))];
}

/** What the page of an endpoint or of a push says of its content. */
const schemaOf = (name: string): Schema =>
	ENDPOINTS[name]?.response ?? PUSHES.find(({ kind }) => kind === name)?.body ?? CONTEXT_REQUEST;

/** Whether a response has a code other than that of a success. */
const isFailure = (content: unknown): boolean =>
	Number((Object(content) as { code?: unknown }).code ?? 0) !== 0;

/** How a response, or a push, differs from what its page says. */
export function differencesOf({ endpoint, status, content }: Response): string[] {
	const { code, contentType } = Object(content) as Record<string, unknown>;
	const codes = ENDPOINTS[endpoint]?.node === 'iflytek' ? CODES : CALL_CODES;
	const type = /^[a-z]+\/[a-z.+-]{1,40}/.exec(String(contentType))?.[0];
	const found = [
		...(isFailure(content) && !Object.hasOwn(codes, String(code))
			? [`code ${plain(code)} has no page`]
			: []),
		...(!isFailure(content) && status !== 200 && status !== 101
			? [`the HTTP status is ${status}`]
			: []),
		...(code === undefined && endpoint !== 'speech' && contentType !== undefined
			? [`it is no JSON but ${type}`]
			: differencesFrom(schemaOf(endpoint), content)),
	];
	return found.map((difference) => `${endpoint}: ${difference}`);
}

/** What the responses of an operation, or a push, tell beside their results. */
export interface Compared {
	differences: string[];
	/** The silences whose answers were seen. */
	silences: { name: string; answer: string }[];
	/** The session IDs. */
	sids: string[];
}

/** @param operation the resource and the operation; undefined for a push */
export function compared(responses: readonly Response[], operation = ''): Compared {
	const failure = responses.find(({ content }) => isFailure(content));
	const seen = { ...Object.fromEntries(responses.map((one) => [one.endpoint, one])), failure };
	const sids = responses.map(({ content }) => String((Object(content) as { sid?: unknown }).sid));
	return {
		differences: [...new Set(responses.flatMap(differencesOf))],
		silences: SILENCES.flatMap(({ name, answer: answerOf }) => {
			const answer = answerOf(seen, operation);
			return answer === undefined ? [] : [{ name, answer }];
		}),
		sids: [...new Set(sids)].filter((sid) => /^\w+@\w{1,60}$/.test(sid)),
	};
}
