import type { IDataObject } from 'n8n-workflow';
import { PNG } from 'pngjs';
import { zipSync } from 'fflate';
import { fileItem, fixture } from '../engine/images';
import { TriggerServer } from '../engine/webhookHarness';
import { testInFull } from '../setup/size';
import { PAGES } from '.';
import { DocumentBench, withTask } from './bench';
import { chosen, LINE, SCRIPT } from './table/calls';
import type { Limits } from './page';

const bench = new DocumentBench();
const run = bench.run.bind(bench);

/** Every page and every variant of a page that has limits, each with the parameters for a run. */
const LIMITED = PAGES.flatMap(({ resource, operation, page }) =>
	[page, ...(page.variants ?? [])].flatMap(({ limits, given, lines }) => {
		const service = typeof given?.service === 'string' ? ` (${given.service})` : '';
		const parameters = { resource, operation, ...given, ...limits?.given } as IDataObject;
		const name = `${resource}/${operation}${service}`;
		return limits ? [{ name, operation, parameters, limits, lines }] : [];
	}),
);

/** A limit on the page of an operation. */
function limitOf<Name extends keyof Limits>(
	operation: string,
	name: Name,
): NonNullable<Limits[Name]> {
	const limit = LIMITED.find((limited) => limited.operation === operation)?.limits[name];
	if (limit === undefined) throw new Error(`The page of ${operation} has no limit ${name}`);
	return limit;
}

const TEXTS = LIMITED.flatMap(({ name, parameters, limits, lines }) =>
	limits.textBytes === undefined ? [] : [[name, parameters, limits.textBytes, lines] as const],
);

/** Text of this many bytes in UTF-8, in which a Chinese character has three bytes. */
const textOf = (bytes: number) => '字'.repeat(Math.floor(bytes / 3)) + 'a'.repeat(bytes % 3);

describe.each(TEXTS)('text of %s', (_name, parameters, bytes, lines) => {
	/** Runs the operation. Returns its error, and how many requests went to the URL of the first request. */
	async function sendText(text: string, options: object = {}) {
		bench.refuseAll();
		const { sent, error } = await run('iflytek', {
			...parameters,
			text,
			options: { ...(parameters.options as object), concurrentRequests: 100, ...options },
		});
		return { error, requests: sent.filter(({ url }) => url === sent[0]?.url).length };
	}

	test('text at the limit is sent in one request, and text with one byte more in two', async () => {
		expect((await sendText(textOf(bytes))).requests).toBe(1);
		expect((await sendText(textOf(bytes + 1))).requests).toBe(2);
	});

	if (lines['options.longText']) {
		test('if Long Text is Return an Error, text at the limit is sent, and text with one byte more is refused', async () => {
			expect((await sendText(textOf(bytes), { longText: 'error' })).requests).toBe(1);
			const { error, requests } = await sendText(textOf(bytes + 1), { longText: 'error' });
			expect([error?.message, requests]).toEqual([
				`Text has ${bytes + 1} bytes; the maximum per request is ${bytes}`,
				0,
			]);
		});
	}
});

/** Runs an operation with a file. Returns how many requests were sent, and whether the file was refused. */
async function sendFile(parameters: IDataObject, data: Buffer) {
	bench.refuseAll();
	const { sent, error } = await run('iflytek', parameters, fileItem(data, 'file'));
	return {
		refused: (error?.context?.data as { kind?: string } | undefined)?.kind === 'invalidInput',
		requests: sent.length,
	};
}

const SENT = { refused: false, requests: 1 };
const REFUSED = { refused: true, requests: 0 };

/** A file of this size: its beginning, and zero bytes after it. */
const padded = (start: Buffer, bytes: number) =>
	Buffer.concat([start, Buffer.alloc(bytes - start.length)]);
/** The beginning of a file of each kind. */
const STARTS = {
	png: fixture('tiny.png'),
	zip: Buffer.from(zipSync({ 'a.png': new Uint8Array(fixture('tiny.png')) })),
};

const FILES = LIMITED.flatMap(({ name, parameters, limits: { fileBytes = {} } }) =>
	(['png', 'zip'] as const).flatMap((kind) => {
		const bytes = fileBytes[kind];
		return bytes === undefined ? [] : [[name, kind, parameters, bytes] as const];
	}),
);

testInFull.each(FILES)(
	'%s: a %s file at the limit is sent, and a file with one byte more is refused',
	async (_name, kind, parameters, bytes) => {
		const tooLarge = padded(STARTS[kind], bytes + 1);
		expect(await sendFile(parameters, tooLarge.subarray(0, bytes))).toEqual(SENT);
		expect(await sendFile(parameters, tooLarge)).toEqual(REFUSED);
	},
);

describe('handwriting', () => {
	const handwriting = { resource: 'handwriting', operation: 'recognize' };
	const imageOf = (width: number, height: number) => PNG.sync.write(new PNG({ width, height }));
	const encodedBytes = limitOf('recognize', 'encodedBytes');
	const shortest = limitOf('recognize', 'shortestSide');
	const longest = limitOf('recognize', 'longestSide');

	test.each([
		[shortest, longest, SENT],
		[longest, shortest, SENT],
		[shortest - 1, 100, REFUSED],
		[100, shortest - 1, REFUSED],
		[longest + 1, 100, REFUSED],
		[100, longest + 1, REFUSED],
	])(
		'an image of %i × %i pixels is sent only if both sides are within the limits',
		async (width, height, outcome) => {
			expect(await sendFile(handwriting, imageOf(width, height))).toEqual(outcome);
		},
	);

	test('a file that has 4 MB after Base64 and URL-encoding is sent, and a larger file is refused', async () => {
		const image = imageOf(16, 16);
		// In Base64 three zero bytes become four letters. URL-encoding does not change these letters.
		const start = padded(image, Math.ceil(image.length / 3) * 3);
		const encodedLength = (file: Buffer) => encodeURIComponent(file.toString('base64')).length;
		const bytes = start.length + Math.floor((encodedBytes - encodedLength(start)) / 4) * 3;
		// Four more letters would be too many.
		expect(encodedLength(padded(start, bytes))).toBeGreaterThan(encodedBytes - 4);
		expect(await sendFile(handwriting, padded(start, bytes))).toEqual(SENT);
		expect(await sendFile(handwriting, padded(start, bytes + 3))).toEqual(REFUSED);
	});
});

const FORMATS = LIMITED.flatMap(({ name, parameters, limits: { formats } }) =>
	formats ? [[name, parameters, formats] as const] : [],
);

test.each(FORMATS)(
	'%s: only the formats on the page are sent',
	async (_name, parameters, formats) => {
		// Each image is large enough for handwriting.
		const files = {
			jpg: 'tiny.jpg',
			png: 'note-blank.png',
			bmp: 'tiny.bmp',
			tif: 'tiny.tif',
			gif: 'tiny.gif',
		};
		const wasSent: Record<string, boolean> = {};
		for (const [format, name] of Object.entries(files)) {
			const { requests } = await sendFile(parameters, fixture(name));
			wasSent[format] = requests === 1;
		}
		expect(wasSent).toEqual(
			Object.fromEntries(Object.keys(files).map((format) => [format, formats.includes(format)])),
		);
	},
);

test.each([
	['urls', 'imageUrls', 'image_url'],
	['ids', 'imageIds', 'image_id'],
])(
	'twenty image %s are sent in one request, and twenty-one are refused',
	async (inputType, parameter, field) => {
		const twentyOne = Array.from(
			{ length: limitOf('detectViolence', 'perRequest') + 1 },
			(_, index) => (inputType === 'urls' ? `http://127.0.0.1/${index}.png` : `id-${index}`),
		);
		const send = async (list: string[]) => {
			bench.refuseAll();
			return (
				await run('iflytek', {
					resource: 'image',
					operation: 'detectViolence',
					inputType,
					[parameter]: list.join('\n'),
				})
			).sent.map(({ fields }) => fields[field]);
		};
		const twenty = twentyOne.slice(1);
		expect(await send(twenty)).toEqual([twenty]);
		expect(await send(twentyOne)).toEqual([]);
	},
);

const BATCHES = LIMITED.flatMap(({ operation, parameters, limits: { rows } }) =>
	rows === undefined ? [] : [[operation, rows, parameters] as const],
);

test.each(BATCHES)(
	'%s sends %d rows in one request, and one row more in two requests',
	async (_operation, maxRows, given) => {
		const items = Array.from({ length: maxRows + 1 }, (_, index) => ({
			json: { 客户手机号码: String(13_900_000_000 + index), 姓名: '王芳', 预约时间: '周五' },
		}));
		const parameters = withTask(given, await bench.newTask());
		const rowsPerRequest = async (count: number) => {
			const { error, sent } = await run('iflytekAiCall', parameters, items.slice(0, count));
			expect(error).toBeUndefined();
			return sent
				.flatMap(({ fields: { call_list: list } }) => (Array.isArray(list) ? [list.length] : []))
				.sort();
		};
		expect(await rowsPerRequest(maxRows)).toEqual([maxRows]);
		expect(await rowsPerRequest(maxRows + 1)).toEqual([1, maxRows]);
	},
);

test('Get Many requests pages of fifty tasks, beginning with page 1', async () => {
	const perPage = limitOf('getAll', 'tasks');
	const ids = bench.simulator.aiCall.stageTasks(perPage * 2 + 1);
	const { outputs, sent } = await run('iflytekAiCall', {
		resource: 'task',
		operation: 'getAll',
		returnAll: true,
	});
	const listed = (outputs[0] ?? []).map(({ json }) => String(json.task_id));
	expect(ids.filter((id) => !listed.includes(id))).toEqual([]);
	expect(sent.map(({ fields }) => fields)).toEqual(
		sent.map((_, index) => ({ page_index: index + 1, page_size: perPage })),
	);
});

test('Create joins the numbers of several lines with semicolons', async () => {
	const { sent } = await run('iflytekAiCall', {
		resource: 'task',
		operation: 'create',
		runMode: 'real',
		taskName: 'Renewals',
		robotId: chosen(SCRIPT),
		lineNum: chosen(LINE),
		options: { furtherLines: ['055168204602'] },
	});
	expect(sent.map(({ fields }) => fields.line_num)).toContain(`${LINE};055168204602`);
});

describe('context trigger', () => {
	/**
	 * The least and the most milliseconds that can lie between the arrival of a request and the time in `answerBy`. The test
	 * does not know exactly when the request arrives.
	 */
	async function deadline(parameters: IDataObject): Promise<[least: number, most: number]> {
		const nodeType = bench.built.nodes.iflytekAiCallContextTrigger;
		if (!nodeType) throw new Error('The package has no context trigger');
		const server = await new TriggerServer({ nodeType, parameters, nodeId: 'deadline' }).start();
		const before = Date.now();
		await server.post({ app_id: '4207' });
		const after = Date.now();
		const answerBy = Date.parse(String(server.executions[0]?.[0]?.json.answerBy));
		await server.stop();
		return [answerBy - after, answerBy - before];
	}

	test.each([
		['is 400 ms by default', {}, 400],
		['can be 50 ms', { deadline: 50 }, 50],
		['is 50 ms if less is entered', { deadline: 10 }, 50],
		['can be 10,000 ms', { deadline: 10_000 }, 10_000],
		['is 10,000 ms if more is entered', { deadline: 10_001 }, 10_000],
	])('the response time %s', async (_name, parameters, milliseconds) => {
		const [least, most] = await deadline(parameters);
		expect(least).toBeLessThanOrEqual(milliseconds);
		expect(most).toBeGreaterThanOrEqual(milliseconds);
	});
});
