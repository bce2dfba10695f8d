import { FULL_SIZE } from '../../setup/size';
import { growthBeyondLinear } from './growth';
import { aiCall } from './readers/aiCall';
import { nodeFields } from './readers/fields';
import { openPlatform } from './readers/openPlatform';
import type { Reader } from './shapes';

/** Everything that reads data from outside is run on hostile input: its time may grow only in proportion to the size. */
const READERS: Reader[] = [...aiCall, ...nodeFields, ...openPlatform];

/** A partial run tries one of ten inputs with each reader, different ones for each reader, and huge inputs with one of ten readers. */
const PART = FULL_SIZE ? 1 : 10;

test.each(READERS.map((reader, index) => [reader.name, reader, index] as const))(
	'for ten times as much input, %s takes only about ten times as long',
	async (_name, { shapes, huge }, index) => {
		for (const { name, size, work } of shapes.filter(
			(_shape, place) => place % PART === index % PART,
		)) {
			const growth = await growthBeyondLinear(work, size);
			if (growth)
				throw new Error(
					`${name}: ${growth.small.toFixed(2)} ms for ${size}, ${growth.large.toFixed(1)} ms for ${size * 10}: ${growth.ratio.toFixed(0)} times as long`,
				);
		}
		if (index % PART === 0) for (const { size, work } of huge) await work(size)();
		// No input has changed the prototype of objects.
		expect(Object.keys(Object.prototype)).toEqual([]);
		expect(Reflect.has({}, 'polluted')).toBe(false);
	},
);
