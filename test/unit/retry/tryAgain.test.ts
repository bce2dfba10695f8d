import { chance } from '../../../nodes/shared/chance';
import {
	N8N_DATABASE,
	REFUSED_TOKEN,
	TOKEN_REQUEST,
	tryAgain,
} from '../../../nodes/shared/retry/tryAgain';

afterEach(() => jest.restoreAllMocks());

test('what fails is tried again until it succeeds, and each failure is told with its number', async () => {
	const told: unknown[] = [];
	let tries = 0;
	const result = await tryAgain(
		async () =>
			await (++tries < 3 ? Promise.reject(new Error(`${tries}`)) : Promise.resolve('done')),
		async (error, tried) => void (await Promise.resolve(told.push([String(error), tried]))),
	);
	expect([result, told]).toEqual([
		'done',
		[
			['Error: 1', 1],
			['Error: 2', 2],
		],
	]);
});

test('nothing is tried again after an error that says so', async () => {
	const attempt = jest.fn().mockRejectedValue(new Error('failed'));
	const giveUp = async () => await Promise.reject(new Error('given up'));
	await expect(tryAgain(attempt, giveUp)).rejects.toThrow('given up');
	expect(attempt).toHaveBeenCalledTimes(1);
});

test.each([
	['a refused token', REFUSED_TOKEN, [20, 60, 180, 540, 1620], [40, 120, 360, 1080, 3240]],
	["n8n's database", N8N_DATABASE, [150, 300], [300, 600]],
])('the pauses of %s', (_name, { retries, pauseMs }, shortest, longest) => {
	const pauses = (random: number) => {
		jest.spyOn(chance, 'random').mockReturnValue(random);
		return Array.from({ length: retries }, (_, index) => pauseMs(index + 1));
	};
	expect([pauses(0), pauses(1)]).toEqual([shortest, longest]);
});

test('a request for a token ends sooner than what waits for it', () => {
	expect(TOKEN_REQUEST).toEqual({ timeoutMs: 10_000, retries: 2, patienceSeconds: 10 });
});
