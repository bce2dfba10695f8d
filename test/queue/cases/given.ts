import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { TEST_OWNER } from '../../e2e/lib/owner';
import { REPOSITORY } from '../../e2e/lib/pack';
import type { Stage } from '../lib/stage';

/**
 * Runs `npm run test:queue` on a given n8n. Here, the given n8n is the cluster of these tests. This must be the last case,
 * because the inner run replaces the data of the credentials.
 */
export function givenCases(stageOf: () => Stage): void {
	test('npm run test:queue uses an n8n in queue mode that is already running', async () => {
		const { cluster, site } = stageOf();
		const members = [cluster.main, ...cluster.processors, ...cluster.workers];
		const restarts: string[] = [];
		// The restart command calls this server, which restarts the members. The command of a user would restart containers.
		const restartServer = createServer((request, response) => {
			restarts.push(request.method ?? '');
			void Promise.all(members.map(async (member) => await member.stop()))
				.then(async () => await cluster.heal())
				.then(
					() => response.end('restarted'),
					() => response.writeHead(500).end(),
				);
		});
		await new Promise<void>((resolve) => restartServer.listen(0, '127.0.0.1', resolve));
		const { port } = restartServer.address() as AddressInfo;
		const script = `fetch('http://127.0.0.1:${port}/', { method: 'POST' }).then(({ ok }) => process.exit(ok ? 0 : 1))`;
		const options = {
			'--n8n-url': cluster.main.url,
			'--n8n-webhook-url': site.webhookUrl,
			'--n8n-folder': cluster.folder,
			'--n8n-restart': `node -e "${script}"`,
			'--n8n-email': TEST_OWNER.email,
			'--n8n-password': TEST_OWNER.password,
		};
		const args = ['--import', 'tsx', 'test/queue/run.ts', ...Object.entries(options).flat()];
		const child = spawn(process.execPath, args, {
			cwd: REPOSITORY,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (text: Buffer) => (output += text.toString('utf8')));
		const code = await new Promise((resolve) => child.once('close', resolve));
		restartServer.close();
		expect([code, output]).toEqual([0, expect.stringMatching(/Tests: +3 passed, 3 total/)]);
		expect(restarts).toEqual(['POST']);
	}, 600_000);
}
