import { setFlagsFromString } from 'node:v8';
import { FULL_SIZE } from '../../setup/size';
import { growthBeyondLinear, SHOWN } from './growth';
import { aiCall } from './readers/aiCall';
import { nodeFields } from './readers/fields';
import { openPlatform } from './readers/openPlatform';
import type { Reader } from './shapes';

/**
 * Each reader of data from outside is run on hostile input. Its time may only grow in proportion to the size of the input. The
 * time is measured when the tests run in full.
 */
const READERS: Reader[] = [...aiCall, ...nodeFields, ...openPlatform];

/**
 * A partial run tries every tenth input of each reader. Neighbouring readers begin at different inputs. Huge inputs are only
 * given to every tenth reader, chosen so that no slow reader is among them.
 */
const STEP = FULL_SIZE ? 1 : 10;

// In a process with much code, as n8n's is, V8 compiles patterns without the checks that make some of them linear.
beforeAll(() => setFlagsFromString('--no-regexp-optimization'));
afterAll(() => setFlagsFromString('--regexp-optimization'));

test.each(READERS.map((reader, index) => [reader.name, reader, index] as const))(
	`%s: ${SHOWN}`,
	async (_name, { shapes, huge }, readerIndex) => {
		const chosenShapes = shapes.filter(
			(_shape, shapeIndex) => shapeIndex % STEP === readerIndex % STEP,
		);
		for (const { name, size, work } of chosenShapes) {
			const growth = await growthBeyondLinear(work, size);
			if (growth)
				throw new Error(
					`${name}: ${growth.small.toFixed(2)} ms for ${size}, ${growth.large.toFixed(1)} ms for ${size * 10}: ${growth.ratio.toFixed(0)} times as long`,
				);
		}
		if (readerIndex % STEP === 4 % STEP) for (const { size, work } of huge) await work(size)();
		// No input has changed the prototype of objects.
		expect(Object.keys(Object.prototype)).toEqual([]);
		expect(Reflect.has({}, 'polluted')).toBe(false);
	},
);
