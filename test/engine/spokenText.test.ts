import { provideWebSocket } from '../setup/webSocket';
import { engines } from '../simulator/openPlatform/engines';
import { fileOf } from './harness';
import { Bench, speechParameters } from './iflytek';

provideWebSocket();

const bench = new Bench();
const DEFAULTS = { voice: 'xiaoyan', sampleRate: 16000, speed: 50, volume: 50, pitch: 50 } as const;
const SERVICES = ['streaming', 'standard'] as const;
const KEYS = { streaming: 'streaming', standard: 'speech' };

/** Synthesizes a text per item, as PCM. */
async function synthesize(
	texts: string[],
	options = {},
	service: (typeof SERVICES)[number] = 'streaming',
) {
	const { outputs, error } = await bench.run(
		KEYS[service],
		speechParameters(service)('={{ $json.text }}', { format: 'pcm', options }),
		texts.map((text) => ({ json: { text } })),
		{ settings: { onError: 'continueRegularOutput' } },
	);
	return { items: outputs[0] ?? [], error };
}

async function samplesOf(text: string): Promise<Buffer> {
	const { buffer, byteOffset, byteLength } = await engines.speech.speak(text, DEFAULTS);
	return Buffer.from(buffer, byteOffset, byteLength);
}

const FORMATTED = '# 通知\n\n- **第一项** 😀\n- [第二项](https://example.com)\n\n```\ncode\n```';
const SPOKEN = '通知\n第一项\n第二项';

describe.each(SERVICES)('%s', (service) => {
	it('speaks a formatted text as a person reads it, and says what is left out', async () => {
		const { items } = await synthesize([FORMATTED], { cues: true }, service);
		const [item] = items;
		expect(item?.json).toMatchObject({
			pieces: 1,
			spokenText: SPOKEN,
			leftOut: { codeBlocks: 1, emoji: 1, linkAddresses: 1 },
		});
		expect((item?.json.cues as { text: string }[]).map(({ text }) => text)).toEqual([
			'通知',
			'第一项',
			'第二项',
		]);
		const bytes = item ? await fileOf(item, 'data') : Buffer.alloc(0);
		expect(bytes.equals(await samplesOf(SPOKEN))).toBe(true);
	});

	it('with Formatting on Keep every character is sent', async () => {
		const { items } = await synthesize(['**您好**'], { formatting: 'keep' }, service);
		expect(Object.keys(items[0]?.json ?? {})).not.toContain('spokenText');
		const bytes = items[0] ? await fileOf(items[0], 'data') : Buffer.alloc(0);
		expect(bytes.equals(await samplesOf('**您好**'))).toBe(true);
	});
});

it('a text without formatting has no further field', async () => {
	const { items } = await synthesize(['3 * 4 = 12，$5 > $3。']);
	expect(Object.keys(items[0]?.json ?? {})).toEqual([
		...['bytes', 'durationSeconds', 'sampleRate', 'format', 'pieces', 'sids'],
	]);
});

it('an item of which nothing is left to speak is an error before sending; the others go on', async () => {
	const { items } = await synthesize(['👍👍', '您好。', '```\ncode\n```', '---', '**，**']);
	const nothing = 'The text has nothing to speak: it only has formatting, emoji, code or images';
	expect(items.map(({ json }) => json.error ?? json.pieces)).toEqual([
		nothing,
		1,
		nothing,
		nothing,
		nothing,
	]);
	expect(items[0]?.json.details).toMatchObject({
		advice:
			'Enter a text with words. To speak every character, set Formatting to Keep under Options.',
	});
	expect(bench.simulator.log).toHaveLength(1);
});

it('another value of Formatting is refused by its name', async () => {
	const { items } = await synthesize(['**您好**'], { formatting: 'loud' });
	expect(items[0]?.json.error).toMatch(/^Formatting /);
	expect(bench.simulator.log).toEqual([]);
});

it('the pieces are those of the spoken text', async () => {
	// 999 bytes fit into a request. With its marks, the text would need two.
	const { items } = await synthesize([`**${'好'.repeat(333)}**`], {}, 'standard');
	expect(items[0]?.json).toMatchObject({ pieces: 1, spokenText: '好'.repeat(333), leftOut: {} });
});
