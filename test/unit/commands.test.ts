/** Each command in the documents is run by CI or by a test, or there is a reason why not. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const DOCUMENTS = ['README.md', 'docs/README.zh-CN.md', 'CONTRIBUTING.md'];

/** The test that runs a command: its file, and a text in the file that shows that it runs the command. */
interface RunInTest {
	file: string;
	text: string;
}

/** Commands that neither `.ci/run` nor `.ci/full` runs itself: what runs them, or why nothing does. */
const ELSEWHERE: Readonly<Record<string, RunInTest | { reason: string }>> = {
	'.ci/run': { reason: 'It is CI.' },
	'.ci/full': { reason: 'It is the CI of each night.' },
	'.ci/again 5': { reason: 'nightly.yml runs it.' },
	'git clone https://github.com/n8n-nodes-xfyun/n8n-nodes-xfyun.git': {
		reason: 'CI begins in a clone.',
	},
	'apt-get install -y g++ make python3': {
		reason: '.ci/steps.sh installs each where it is missing.',
	},
	'npm start': { file: 'test/e2e/bringUp.e2e.ts', text: "'test/e2e/start.ts'" },
	'npm start -- --port 5680': { file: 'test/e2e/bringUp.e2e.ts', text: "'--port', String(port)" },
	'npm run start:check -- --n8n-url http://127.0.0.1:5678 --n8n-folder ~/n8n --n8n-restart "docker restart n8n"':
		{ file: 'test/e2e/given.e2e.ts', text: "run('test/e2e/start.ts', ['--check', ...given()])" },
	'npm run simulator': { file: 'test/e2e/readme.e2e.ts', text: "['run', 'simulator'" },
	'npm run typecheck': { reason: 'A part of npm test (package.json).' },
	'npm run lint': { reason: 'A part of npm test (package.json).' },
	'npm run format': { reason: 'npm run lint fails if it would change a file.' },
	'npm run test:e2e -- --n8n 2.0.0': {
		reason: 'Downloads another n8n of 2 GB: run it before a release.',
	},
	'npm run test:browser -- --pictures': {
		reason:
			'Replaces the pictures of the documents, which are looked at before they are committed.',
	},
	'npm run live': { file: 'test/live/live.test.ts', text: "join(__dirname, 'main.ts')" },
	'npm run build': { file: 'test/e2e/lib/pack.ts', text: "['run', 'build']" },
	'npm pack': { file: 'test/e2e/lib/pack.ts', text: "['pack', '--pack-destination'" },
	'npm version --no-git-tag-version X.Y.Z': { reason: 'Run by hand for each release.' },
};

/** How a command begins. */
const PROGRAM = /^(npm|npx|git|node|curl|apt-get|bash|\.ci\/\w+)( |$)/;

/** The commands in a document: the lines of code blocks, and text in backticks. */
function commandsOf(document: string): string[] {
	const text = read(document);
	// The code blocks that have no language or are for bash.
	const blocks = [...text.matchAll(/^[ \t]*```(\w*)\n(.*?)^[ \t]*```$/gms)]
		.filter(([, language]) => language === '' || language === 'bash')
		.flatMap(([, , code = '']) => code.split('\n'));
	const spans = [...text.replace(/^[ \t]*```.*?^[ \t]*```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(
		([, code = '']) => code,
	);
	// A comment after a command is left out, and commands joined with && are separate commands.
	return [...blocks, ...spans]
		.flatMap((line) => line.replace(/\s+#.*$/, '').split(' && '))
		.map((command) => command.trim())
		.filter((command) => PROGRAM.test(command));
}

/** The lines of `.ci/run`, `.ci/full` and what both source, without comments, quoted texts and what follows a semicolon. */
const steps = ['.ci/run', '.ci/full', '.ci/steps.sh']
	.flatMap((file) => read(file).split('\n'))
	.filter((line) => !/^\s*#/.test(line))
	.map((line) => line.replace(/'[^']*'|"[^"]*"/g, '').replace(/;.*$/, ''));

/** Whether one of these lines contains the command. The spaces prevent a match inside a word. */
const isRunByCi = (command: string) =>
	steps.some((step) => ` ${step.trim()} `.includes(` ${command} `));

const allCommands = [...new Set(DOCUMENTS.flatMap(commandsOf))];
/** The commands without those that have tests of their own below. */
const otherCommands = allCommands.filter((command) => !/^(npx jest|curl)\b/.test(command));

test('the documents name commands', () => {
	expect(otherCommands).toEqual(expect.arrayContaining(['npm ci', 'npm test', 'npm run bench']));
});

test.each(otherCommands)(
	'%s is run by CI, or ELSEWHERE says what runs it or why nothing does',
	(command) => {
		const elsewhere = ELSEWHERE[command];
		if (elsewhere === undefined) expect([command, isRunByCi(command)]).toEqual([command, true]);
		else if ('file' in elsewhere) expect(read(elsewhere.file)).toContain(elsewhere.text);
	},
);

test('the documents name each command in ELSEWHERE', () => {
	expect(Object.keys(ELSEWHERE).filter((command) => !otherCommands.includes(command))).toEqual([]);
});

test('both READMEs have the same commands with curl, which test/e2e/readme.e2e.ts runs', () => {
	const curls = allCommands.filter((command) => command.startsWith('curl '));
	expect(curls.length).toBeGreaterThan(0);
	for (const document of ['README.md', 'docs/README.zh-CN.md'])
		expect(commandsOf(document).filter((command) => command.startsWith('curl '))).toEqual(curls);
});

test.each(allCommands.filter((command) => command.startsWith('npx jest')))(
	'%s names test files that npm test runs',
	(command) => {
		const paths = command.split(' ').slice(2);
		const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' });
		const tests = files.filter((file) => file.endsWith('.test.ts')).map((file) => `test/${file}`);
		// A placeholder such as `<name>` or `<a file>` stands for any file.
		const missing = paths.filter(
			(name) =>
				!name.includes('<') &&
				!name.endsWith('file>') &&
				!tests.some((file) => file.includes(name)),
		);
		expect(missing).toEqual([]);
	},
);
