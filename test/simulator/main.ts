import { parseArgs } from 'util';
import { accessTo } from './access';
import { startSimulator, USUAL_PORT, type RequestLogEntry, type Settings, type Simulator } from '.';
import { warmWords } from './openPlatform/engines/words';

const HELP = `Starts the local platform: a stand-in for the iFLYTEK Open Platform and its AI call platform.

  npm run simulator -- [options]

  --port <number>       port to listen on (${USUAL_PORT})
  --host <address>      address to listen on (127.0.0.1)
  --latency <ms>        pause before each answer of the Open Platform (0)
  --set <name>=<value>  a setting, e.g. --set sdpBase=1 --set visionData=array; may be repeated
  --quiet               no request log
  --help                this text

What works for real: handwriting is read by tesseract (English and simplified
Chinese), speech comes from espeak-ng, words and their tags come from jieba;
headers, checksum, clock, whitelist, sizes and formats are all checked.

These answers are made up, and their header X-Simulated says so: ner, dp, srl, sdp
and sdgp follow from small rules over the words; images are classified by their names.
"scene-12" in a name makes scene 12, "expression-2", "object-300" and "violence-1"
likewise; "unsure" in it asks for a review; any other name gets a usual class.
Image links are fetched from this machine only.

Streaming speech (WebSocket) checks its signature to the byte and speaks with the
same voice as the service over HTTP.

Settings, mostly for details in which the live service differs from its document
(the first value is the default):
  code              text | number                 form of code, but not for expression, scene, object
  visionCode        number | text                 form of code for expression, scene, object
  visionDesc        empty | document              desc of a failure of expression, scene, object
  visionData        fileList | array              data of expression, scene, object
  sdpBase           0 | 1                         first index of sdp
  nerLength         words | words+1               ner has one tag per word, or one too many
  whitelistForm     auto | document | address | forbidden | empty
  clockCode         10114 | 10105                 answer to a clock that is off
  millisecondsCode  10114 | 10105                 answer to X-CurTime in milliseconds
  blankPage         noLine | emptyWord | image    a page without text
  rawAudio          wav | pcm                     body of speech with aue=raw
  unknownKey        cannot be verified | does not match   streaming: a key that does not exist
  textLimit         base64 | bytes                streaming: whether the 8000 bytes of a text count after Base64
  readTimeoutMs     10000                         streaming: wait for the client's frame
  clockShiftSeconds 0                             the platform's clock is ahead
  ratePerSecond     0 (no limit)                  requests per second, then 11202
  rateBurst         0 (like ratePerSecond)        requests that are accepted together after a pause
  rateAtOnce        0 (no limit)                  requests in progress at a time, then 11203

Faults can be ordered while it runs, from this machine:
  curl -X POST -H 'Content-Type: application/json' ADDRESS/_control/faults \\
    -d '{"kind":"code","code":"10700","endpoint":"cws","times":2}'
  kinds: latency code status drop half stall body clock whitelist;
  of streaming speech also stream: closeEarly malformed notBase64 noStatus afterEnd
  huge binary noAudio noSound openEnd
  also: GET /_control/health /_control/log /_control/faults
  /_control/settings; POST /_control/settings /_control/reset;
  the AI call platform's are under /_control/aicall
`;

const flags = {
	port: { type: 'string', default: String(USUAL_PORT) },
	host: { type: 'string', default: '127.0.0.1' },
	latency: { type: 'string', default: '0' },
	set: { type: 'string', multiple: true, default: [] as string[] },
	quiet: { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} as const;

try {
	const { values } = parseArgs({ options: flags });
	if (values.help) process.stdout.write(HELP);
	else void run(values);
} catch (error) {
	process.stderr.write(`${explain(error)}\nnpm run simulator -- --help tells the options.\n`);
	process.exitCode = 1;
}

interface Flags {
	port: string;
	host: string;
	latency: string;
	set: string[];
	quiet: boolean;
}

async function run(values: Flags): Promise<void> {
	let simulator: Simulator;
	try {
		simulator = await startSimulator({
			port: numberFlag('port', values.port),
			host: values.host,
			latencyMs: numberFlag('latency', values.latency),
			settings: settingsFlag(values.set),
			onRequest: values.quiet ? undefined : printRequest,
		});
	} catch (error) {
		process.stderr.write(`${explain(error, values.port)}\n`);
		process.exitCode = 1;
		return;
	}
	warmWords();
	printWelcome(simulator);
	const close = () => void simulator.close();
	process.once('SIGINT', close);
	process.once('SIGTERM', close);
}

function numberFlag(name: string, text: string): number {
	if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}".`);
	return Number(text);
}

/** Reads `name=value` pairs. Whole numbers become numbers, but codes stay text. The simulator checks names and values. */
function settingsFlag(pairs: string[]): Partial<Settings> {
	return Object.fromEntries(
		pairs.map((pair) => {
			const [name = '', value = ''] = pair.split(/=(.*)/s);
			const isNumber = /^-?\d+$/.test(value) && !name.endsWith('Code');
			return [name, isNumber ? Number(value) : value];
		}),
	);
}

function explain(error: unknown, port = ''): string {
	const message = error instanceof Error ? error.message : String(error);
	if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
		return `Port ${port} is taken, perhaps by another local platform. End that one, or choose another: npm run simulator -- --port ${USUAL_PORT + 1}`;
	}
	return `The local platform could not start: ${message}`;
}

function printWelcome(simulator: Simulator): void {
	process.stdout.write(
		`The local platform listens at ${simulator.url}. Ctrl-C ends it.\n${accessTo(simulator)}\n`,
	);
}

function printRequest(entry: RequestLogEntry): void {
	const { time, method, path, status, code, sid, fault, bytesIn, bytesOut, durationMs } = entry;
	const facts = [
		time.slice(11, 23),
		method.padEnd(4),
		path,
		String(status ?? 'no answer'),
		code === undefined ? '' : `code ${code}`,
		`${bytesIn} B in, ${bytesOut} B out`,
		durationMs === null ? '' : `${durationMs} ms`,
		sid ?? '',
		fault === undefined ? '' : `fault: ${fault}`,
		entry.note ?? '',
		entry.param === undefined ? '' : JSON.stringify(entry.param).slice(0, 200),
	];
	process.stdout.write(`${facts.filter((fact) => fact !== '').join('  ')}\n`);
}
