/** The workflows of `examples/` are imported as a user does it, and run. */
import { zipSync } from 'fflate';
import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { startSimulator, type Simulator } from '../simulator';
import { cannedRate } from '../simulator/openPlatform/canned';
import { bindCredentials, readExample, readExamples, readRealExample } from './lib/examples';
import { REPOSITORY } from './lib/pack';
import { localCredentials, storeCredentials } from './lib/platform';
import {
	waitFor,
	type Execution,
	type RestClient,
	type StoredCredential,
	type WorkflowJson,
} from './lib/rest';
import { chain, MANUAL_TRIGGER, productionUrl } from './lib/workflows';
import { sharedN8n } from './shared';
import { describeOnPinned } from './shared/pinned';

/** The types of the credentials that an example needs for other services. A type is listed once for each node that needs it. */
const OTHER_CREDENTIALS: Record<string, string[]> = {
	'add-rows-once': ['postgres', 'postgres', 'postgres', 'postgres', 'postgres'],
	'agent-tools': ['openAiApi'],
	'campaign-page': ['httpBasicAuth'],
	'each-push-once': ['postgres', 'postgres', 'postgres'],
	'place-once': ['postgres', 'postgres', 'postgres', 'postgres', 'postgres'],
	'place-once-settle': ['postgres', 'postgres', 'postgres'],
	'recording-summary': ['openAiApi', 'openAiApi'],
	'voice-answer': ['telegramApi', 'openAiApi', 'telegramApi'],
};

const IMAGE_FOLDER = path.join(REPOSITORY, 'test', 'fixtures', 'images');

let rest: RestClient;
let url: string;
let types: INodeTypeDescription[];
let simulator: Simulator;
let credentials: Record<string, StoredCredential>;

describeOnPinned('examples', () => {
	beforeAll(async () => {
		({ rest, url } = sharedN8n());
		types = await rest.nodeTypes();
		simulator = await startSimulator({ aiCall: { pushTimeoutMs: 30_000 } });
		credentials = await storeCredentials(rest, localCredentials(simulator));
	});

	afterAll(async () => await simulator.close());

	/** Stores an example with its credentials chosen and with changes as a user makes them. Returns the ID of the workflow. */
	async function store(
		name: string,
		changes: (node: INode) => Partial<INode> = () => ({}),
	): Promise<string> {
		const example = bindCredentials(await readExample(name), types, credentials);
		const workflow = {
			...example,
			nodes: example.nodes.map((node) => ({ ...node, ...changes(node) })),
		};
		return (await rest.createWorkflow(workflow)).id;
	}

	const jsonOf = (execution: Execution, node: string) =>
		execution.items(node).map(({ json }) => json);

	function typeOf({ type, typeVersion }: INode): INodeTypeDescription | undefined {
		return types.find(
			({ name, version }) => name === type && [version].flat().includes(typeVersion),
		);
	}

	/** The path of every value in the parameters. */
	function paths(value: unknown, prefix = ''): string[] {
		if (typeof value !== 'object' || value === null) return [prefix];
		return Object.entries(value).flatMap(([key, inner]) => paths(inner, `${prefix}.${key}`));
	}

	/** The parameters of a node as the editor reads them: with defaults, and without unknown or hidden parameters. */
	function parametersOf(node: INode, type: INodeTypeDescription): INodeParameters {
		return (
			NodeHelpers.getNodeParameters(type.properties, node.parameters, true, false, node, type) ?? {}
		);
	}

	/** The warnings that the editor shows for a node, and one for each unknown or hidden parameter. */
	function warningsOf(node: INode): string[] {
		const type = typeOf(node);
		if (!type) return [`n8n does not have the node ${node.type} in version ${node.typeVersion}`];
		const parameters = parametersOf(node, type);
		const issues = NodeHelpers.getNodeParametersIssues(
			type.properties,
			{ ...node, parameters, disabled: false },
			type,
		);
		const knownPaths = new Set(paths(parameters));
		return [
			...(issues ? NodeHelpers.nodeIssuesToString(issues, node) : []),
			...paths(node.parameters)
				.filter((parameter) => !knownPaths.has(parameter))
				.map((parameter) => `n8n does not know or show the parameter ${parameter}`),
		];
	}

	/** The types of the required credentials that a node shows, but for which none is chosen. */
	function unchosenCredentials(node: INode): string[] {
		const type = typeOf(node);
		if (!type) return [];
		const parameters = parametersOf(node, type);
		return (type.credentials ?? [])
			.filter(
				(entry) =>
					entry.required === true &&
					NodeHelpers.displayParameter(parameters, entry, node, type) &&
					!node.credentials?.[entry.name],
			)
			.map(({ name }) => name);
	}

	/** The nodes that are named in connections but do not exist. */
	function missingNodes({ nodes, connections }: WorkflowJson): string[] {
		const names = new Set(nodes.map(({ name }) => name));
		const connected = Object.entries(connections).flatMap(([from, byType]) => [
			from,
			...Object.values(byType)
				.flat()
				.flatMap((targets) => (targets ?? []).map(({ node }) => node)),
		]);
		return connected.filter((name) => !names.has(name));
	}

	test('every example is imported without a warning, needs only the expected credentials, and contains no credentials itself', async () => {
		const examples = await readExamples();
		expect(examples.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				'agent-tools',
				'dialog-entities',
				'handwriting-to-speech',
				'moderation-report',
			]),
		);
		for (const { name, workflow } of examples) {
			const { id } = await rest.createWorkflow(bindCredentials(workflow, types, credentials));
			const { nodes, connections, settings } = await rest.workflow(id);
			expect({
				name,
				warnings: nodes.flatMap((node) =>
					warningsOf(node).map((warning) => `${node.name}: ${warning}`),
				),
			}).toEqual({ name, warnings: [] });
			const otherCredentials = nodes.flatMap(unchosenCredentials);
			expect({ name, otherCredentials }).toEqual({
				name,
				otherCredentials: OTHER_CREDENTIALS[name] ?? [],
			});
			expect(missingNodes({ ...workflow, nodes, connections })).toEqual([]);
			expect(nodes.some(({ type }) => type === 'n8n-nodes-base.stickyNote')).toBe(true);
			expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length);
			expect(settings?.executionOrder).toBe('v1');
			expect(workflow.nodes.filter((node) => node.credentials)).toEqual([]);
			// n8n must make a new URL for everybody who imports an example.
			expect(workflow.nodes.filter((node) => node.webhookId)).toEqual([]);
			expect(workflow).not.toHaveProperty('pinData');
		}
	});

	test('the check of warnings notices a misspelled parameter, an unknown version and a missing value', async () => {
		const { nodes } = await readExample('dialog-entities');
		const analyze = nodes.find(({ name }) => name === 'Analyze the Words');
		if (!analyze) throw new Error('dialog-entities has no node Analyze the Words');
		expect(warningsOf({ ...analyze, parameters: { ...analyze.parameters, txt: 'x' } })).toEqual([
			'n8n does not know or show the parameter .txt',
		]);
		expect(warningsOf({ ...analyze, typeVersion: 9 })).toEqual([
			'n8n does not have the node n8n-nodes-xfyun.iflytek in version 9',
		]);
		expect(warningsOf({ ...analyze, parameters: { ...analyze.parameters, text: '' } })).toEqual([
			expect.stringContaining('Text'),
		]);
		expect(unchosenCredentials(analyze)).toEqual(['iflytekApi']);
	});

	describe('examples/moderation-report.json', () => {
		/** By default n8n only reads files in this folder. */
		const readable = path.join(homedir(), '.n8n-files');
		let folder: string;

		beforeAll(async () => {
			await fs.mkdir(readable, { recursive: true });
			folder = await fs.mkdtemp(path.join(readable, 'test-'));
		});

		afterAll(async () => {
			await fs.rm(folder, { recursive: true, force: true });
			// This fails if the user has files in the folder. The folder then stays.
			await fs.rmdir(readable).catch(() => undefined);
		});

		/** Runs the example on the files in the folder. Returns the execution and its report. */
		const runReport = async () => {
			const id = await store('moderation-report', ({ name }) =>
				name === 'Read the Images'
					? { parameters: { fileSelector: `${folder}/*`, options: {} } }
					: {},
			);
			const execution = await rest.run(id);
			const file = execution.items('Report')[0]?.binary?.data;
			return { execution, file, csv: file && (await rest.binary(file)).toString('utf8') };
		};

		test('an empty folder gives an error that says so', async () => {
			const { execution } = await runReport();
			expect(execution.error?.message).toBe('No file(s) found');
		});

		test('the report has a row for each file: for safe and unsafe images, for a file without a scene, and for files that were not checked', async () => {
			const [png, jpg, gif] = await Promise.all(
				['tiny.png', 'tiny.jpg', 'tiny.gif'].map(
					async (file) => await fs.readFile(path.join(IMAGE_FOLDER, file)),
				),
			);
			if (!png || !jpg || !gif) throw new Error('An image is missing');
			const files: Record<string, Uint8Array> = {
				'beach scene-14.png': png,
				'客厅 scene-0.jpg': jpg,
				'moving.gif': gif,
				'notes.txt': Buffer.from('no image'),
				// For an archive, the local platform takes the class of violence from the name of the file in it.
				'pistols.zip': zipSync({ 'violence-1.png': png }),
			};
			for (const [name, bytes] of Object.entries(files))
				await fs.writeFile(path.join(folder, name), bytes);
			const before = simulator.log.length;
			const { execution, file, csv } = await runReport();
			expect(execution.error).toBeUndefined();
			expect(file).toMatchObject({ fileName: 'moderation-report.csv', mimeType: 'text/csv' });

			const sids = simulator.log
				.slice(before)
				.filter(({ endpoint }) => endpoint === 'violence')
				.map(({ sid }) => sid ?? '');
			expect(sids).toHaveLength(3);
			// Each sid is in the report once. It is replaced, because it differs in each run.
			let comparable = csv ?? '';
			for (const sid of sids) {
				expect(comparable.split(sid)).toHaveLength(2);
				comparable = comparable.replace(sid, 'SID');
			}
			const [safeRate, violentRate] = [
				cannedRate('violence', 'file').toFixed(3),
				cannedRate('violence', 'violence-1.png').toFixed(3),
			];
			expect(comparable.split('\n')).toEqual([
				// Excel needs the byte order mark to read the file as UTF-8.
				'\uFEFFfile,safe,class,confidence,scene,sid,reason',
				`beach scene-14.png,true,normal image,${safeRate},beach,SID,`,
				'moving.gif,not checked,,,,,"The image is a GIF; the service takes jpg, png and bmp images or a zip archive of such. Convert it first. The format was detected from the content of the file, not from its name."',
				'notes.txt,not checked,,,,,"The file is text; the service takes jpg, png and bmp images or a zip archive of such. Check which field contains the image."',
				`pistols.zip,false,contains weapons,${violentRate},,SID,"No scene: The file is a ZIP archive; the service takes jpg, png, bmp and tiff images"`,
				`客厅 scene-0.jpg,true,normal image,${safeRate},bedroom/living room,SID,`,
			]);
		});

		test('if a key is refused, each row that needs this key names the code of the refusal', async () => {
			simulator.openPlatform.faults.add({
				kind: 'code',
				code: '10105',
				endpoint: 'violence',
				times: 'always',
			});
			const { csv } = await runReport();
			simulator.openPlatform.faults.clear();
			const rows = (csv ?? '').trimEnd().split('\n').slice(1);
			expect(rows).toHaveLength(5);
			expect(
				rows.filter((row) => row.includes('not checked') && row.includes('10105')),
			).toHaveLength(3);
			expect(rows.filter((row) => row.includes(',true,') || row.includes(',false,'))).toEqual([]);
		});
	});

	describe('examples/speech-with-subtitles.json', () => {
		const writable = path.join(homedir(), '.n8n-files');
		let folder: string;

		beforeAll(async () => {
			await fs.mkdir(writable, { recursive: true });
			folder = await fs.mkdtemp(path.join(writable, 'test-'));
		});

		afterAll(async () => {
			await fs.rm(folder, { recursive: true, force: true });
			// This fails if the user has files in the folder. The folder then stays.
			await fs.rmdir(writable).catch(() => undefined);
		});

		test('the workflow writes the audio and its subtitles, with a cue for each sentence', async () => {
			const id = await store('speech-with-subtitles', ({ name, parameters }) =>
				name === 'The Text'
					? {
							parameters: JSON.parse(
								JSON.stringify(parameters).replace('/home/node/.n8n-files', folder),
							) as INodeParameters,
						}
					: {},
			);
			const execution = await rest.run(id);
			expect(execution.error).toBeUndefined();
			const [json] = jsonOf(execution, 'Speak It');
			expect(json).toMatchObject({
				timing: 'measured',
				cues: [
					{ text: '今天的天气非常好，我们一起去公园散步。', start: 0 },
					{ text: '公园里的花都开了！' },
					{ text: '您想看看吗？', end: json?.durationSeconds },
				],
			});
			const read = async (name: string) => await fs.readFile(path.join(folder, name));
			expect(await read('speech.wav')).toHaveLength(Number(json?.bytes));
			expect((await read('speech.srt')).toString().split('\n\n')).toEqual([
				expect.stringMatching(/^1\n00:00:00,000 --> 00:00:0\d,\d{3}\n今天的天气非常好，/),
				expect.stringMatching(/^2\n/),
				expect.stringMatching(/^3\n/),
			]);
		});
	});

	describe('examples/dialog-entities.json', () => {
		const PATH = 'iflytek-ai-call';
		let workflowId: string;

		beforeAll(async () => {
			const webhookId = randomUUID();
			workflowId = await store('dialog-entities', ({ name }) =>
				name === 'Dialog of a Call' ? { webhookId } : {},
			);
			await rest.activate(workflowId);
			simulator.aiCall.setUrls(productionUrl(url, webhookId, PATH));
		});

		/** Lets a call take place in which the customer says this. Returns the call, and the execution that its dialog starts. */
		async function afterCall(says: string[]) {
			const known = new Set((await rest.executions(workflowId)).map(({ id }) => id));
			const { call } = await simulator.aiCall.placeInboundCall({
				robot_id: '5202',
				ask: false,
				customer: { result: 'answers', talkSeconds: 60, says },
			});
			simulator.aiCall.runCalls();
			await simulator.aiCall.settled();
			const execution = await waitFor('The execution', 30_000, async () => {
				const fresh = (await rest.executions(workflowId)).filter(
					({ id, stoppedAt }) => !known.has(id) && stoppedAt !== null,
				);
				return fresh[0] && (await rest.execution(fresh[0].id));
			});
			return {
				call,
				execution,
				executions: (await rest.executions(workflowId)).length - known.size,
			};
		}

		test('the workflow returns one item for each name that the customer said, with the id of the call', async () => {
			const { call, execution, executions } = await afterCall([
				'我叫王小明。',
				'我在北京大学工作，住在上海。',
			]);
			expect(executions).toBe(1);
			expect(execution.status).toBe('success');
			const sentence = '我叫王小明。\n我在北京大学工作，住在上海。';
			const entity = (
				text: string,
				type: string,
				meaning: string,
				firstWord: number,
				lastWord: number,
			) => {
				const start = sentence.indexOf(text);
				return {
					text,
					type,
					meaning,
					firstWord,
					lastWord,
					start,
					end: start + text.length,
					call_uuid: call.callUuid,
					sentence,
				};
			};
			expect(jsonOf(execution, 'Entity of the Call')).toEqual([
				entity('王小明', 'Nh', 'person name', 2, 2),
				entity('北京大学', 'Ni', 'organization name', 6, 6),
				entity('上海', 'Ns', 'place name', 11, 11),
			]);
		});

		test('the workflow ends without an error if the customer said nothing', async () => {
			const { execution } = await afterCall(['']);
			expect(execution.status).toBe('success');
			expect(jsonOf(execution, "Customer's Words")).toEqual([
				{ call_uuid: expect.any(String) as string, text: '' },
			]);
			expect(execution.items('Analyze the Words')).toEqual([]);
		});
	});

	describe('examples/agent-tools.json', () => {
		const SID = expect.any(String) as string;

		/** The result of Analyze for 王小明住在上海. */
		const ANALYZED = {
			text: '王小明住在上海',
			tokens: [
				{
					index: 0,
					text: '王小明',
					start: 0,
					end: 3,
					tag: 'nh',
					tagMeaning: 'person name',
					entity: {
						tag: 'S-Nh',
						position: 'single-word entity',
						type: 'Nh',
						meaning: 'person name',
					},
					head: 1,
					headText: '住',
					relation: 'SBV',
					relationMeaning: 'subject-verb',
				},
				{
					index: 1,
					text: '住',
					start: 3,
					end: 4,
					tag: 'v',
					tagMeaning: 'verb',
					head: -1,
					relation: 'HED',
					relationMeaning: 'head (core of the sentence)',
				},
				{
					index: 2,
					text: '在',
					start: 4,
					end: 5,
					tag: 'p',
					tagMeaning: 'preposition',
					head: 1,
					headText: '住',
					relation: 'CMP',
					relationMeaning: 'complement',
				},
				{
					index: 3,
					text: '上海',
					start: 5,
					end: 7,
					tag: 'ns',
					tagMeaning: 'geographical name',
					entity: {
						tag: 'S-Ns',
						position: 'single-word entity',
						type: 'Ns',
						meaning: 'place name',
					},
					head: 2,
					headText: '在',
					relation: 'POB',
					relationMeaning: 'preposition-object',
				},
			],
			entities: [
				{
					text: '王小明',
					type: 'Nh',
					meaning: 'person name',
					firstWord: 0,
					lastWord: 0,
					start: 0,
					end: 3,
				},
				{
					text: '上海',
					type: 'Ns',
					meaning: 'place name',
					firstWord: 3,
					lastWord: 3,
					start: 5,
					end: 7,
				},
			],
			warnings: [],
			sids: [SID, SID, SID, SID],
		};

		/** Replaces each `$fromAI` by a value, as n8n does when a model calls the tool. */
		function fill(value: unknown, modelValues: Record<string, string>): unknown {
			const key = typeof value === 'string' ? /\$fromAI\('(\w+)'/.exec(value)?.[1] : undefined;
			if (key !== undefined) return modelValues[key];
			if (Array.isArray(value)) return value.map((entry) => fill(entry, modelValues));
			if (typeof value !== 'object' || value === null) return value;
			return Object.fromEntries(
				Object.entries(value).map(([name, entry]) => [name, fill(entry, modelValues)]),
			);
		}

		/** Runs one tool of the example as an ordinary node, with the values that a model would fill in. */
		async function runTool(tool: string, modelValues: Record<string, string>) {
			const node = (await readRealExample('agent-tools')).nodes.find(({ name }) => name === tool);
			if (!node) throw new Error(`agent-tools has no tool ${tool}`);
			const { descriptionType, toolDescription, ...parameters } = node.parameters;
			expect({ descriptionType, toolDescription }).toEqual({
				descriptionType: 'manual',
				toolDescription: expect.stringMatching(/\.$/) as string,
			});
			const ordinaryNode = {
				name: tool,
				type: node.type.replace(/Tool$/, ''),
				parameters: fill(parameters, modelValues) as INodeParameters,
			};
			const { id } = await rest.createWorkflow(
				bindCredentials(chain(tool, [MANUAL_TRIGGER, ordinaryNode]), types, credentials),
			);
			const execution = await rest.run(id);
			expect(execution.error).toBeUndefined();
			return jsonOf(execution, tool);
		}

		test('the text tools return words and names', async () => {
			expect(await runTool('Segment Words', { text: '我在北京大学工作' })).toEqual([
				{ text: '我在北京大学工作', words: ['我', '在', '北京大学', '工作'], sid: SID },
			]);
			expect(await runTool('Analyze Text', { text: '王小明住在上海' })).toEqual([ANALYZED]);
		});

		test("Place a Call is connected through a person's approval, and places one call", async () => {
			const { nodes, connections } = await readExample('agent-tools');
			expect(
				nodes.filter(({ disabled, retryOnFail }) => disabled === true || retryOnFail === true),
			).toEqual([]);
			const toolsOf = (name: string) =>
				Object.keys(connections).filter((from) =>
					connections[from]?.ai_tool?.flat().some((to) => to?.node === name),
				);
			expect(toolsOf('AI Agent')).toEqual([
				'Segment Words',
				'Analyze Text',
				'Get Call Tasks',
				'Ask a Person',
			]);
			expect(toolsOf('Ask a Person')).toEqual(['Place a Call']);

			const before = simulator.aiCall.acceptedRows.length;
			const placed = await runTool('Place a Call', {
				phone: '138-0000-0000',
				name: '王小明',
				time: '明天上午九点',
			});
			const [row, ...furtherRows] = simulator.aiCall.acceptedRows.slice(before);
			expect(furtherRows).toEqual([]);
			expect(row).toMatchObject({
				columns: ['客户手机号码', '姓名', '预约时间'],
				values: ['13800000000', '王小明', '明天上午九点'],
			});
			expect(placed).toEqual([
				{
					state: 'accepted',
					at: expect.stringMatching(/Z$/) as string,
					reason: 'The platform accepted it',
					task_data_id: row?.taskDataId,
					phoneNumber: '13800000000',
					row: { 客户手机号码: '13800000000', 姓名: '王小明', 预约时间: '明天上午九点' },
				},
			]);
		});

		test('Get Call Tasks lists the tasks whose names contain a text', async () => {
			for (const taskName of ['Renewals', 'Reminders']) {
				const locator = (value: string) => ({ __rl: true, mode: 'id', value });
				const parameters = {
					resource: 'task',
					operation: 'create',
					runMode: 'real',
					taskName,
					robotId: locator('5201'),
					lineNum: locator('055168204601'),
					options: { begin: '={{ $now.plus({ hours: 1 }).toISO() }}' },
				};
				const create = { name: 'Create', type: 'n8n-nodes-xfyun.iflytekAiCall', parameters };
				const { id } = await rest.createWorkflow(
					bindCredentials(chain(taskName, [MANUAL_TRIGGER, create]), types, credentials),
				);
				expect((await rest.run(id)).error).toBeUndefined();
			}
			const [task] = simulator.aiCall.tasks.filter(({ taskName }) => taskName === 'Renewals');
			expect(await runTool('Get Call Tasks', { name: 'Renew' })).toMatchObject([
				{ task_id: task?.taskId, name: 'Renewals', statusName: 'New' },
			]);
		});
	});
});
