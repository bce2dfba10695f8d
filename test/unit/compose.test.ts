/** compose.yaml needs Docker to run; these tests compare its text with what the code expects. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { USUAL_PORT } from '../simulator';

const ROOT = join(__dirname, '../..');

interface Service {
	image: string;
	command?: string;
	working_dir?: string;
	ports?: string[];
	environment?: Record<string, string>;
	volumes: string[];
	depends_on?: Record<string, { condition: string }>;
}

const { services, volumes } = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')) as {
	services: Record<'package' | 'platform' | 'n8n', Service>;
	volumes: Record<string, null>;
};

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	name: string;
	files: string[];
	scripts: Record<string, string>;
	devDependencies: Record<string, string>;
};

test('package and local platform use the image of Node.js 24, and n8n uses its own image', () => {
	expect(Object.values(services).map(({ image }) => image)).toEqual([
		'node:24',
		'node:24',
		'docker.n8n.io/n8nio/n8n:latest',
	]);
});

test('the package is built, and put into the folder from which n8n loads it', () => {
	const { command = '', volumes: mounts } = services.package;
	expect(mounts).toEqual(['.:/repository:ro', 'work:/work', 'n8n:/n8n']);
	expect(services.n8n.volumes).toEqual(['n8n:/home/node/.n8n']);
	expect(manifest.scripts.build).toBeDefined();
	expect(command).toContain('npm ci && npm run build');
	const folder = `/n8n/nodes/node_modules/${manifest.name}`;
	expect(command).toContain(
		`mkdir -p ${folder} && cp -r package.json ${manifest.files.join(' ')} ${folder}/`,
	);
	// 1000 is the user of n8n's image.
	expect(command).toContain('chown -R 1000:1000 /n8n');
});

test('the local platform listens at an address that the credentials and the host reach', () => {
	const { command = '', ports, volumes: mounts, working_dir } = services.platform;
	expect(command).toBe(`npx tsx test/simulator/main.ts --host 0.0.0.0 --port ${USUAL_PORT}`);
	expect(existsSync(join(ROOT, 'test/simulator/main.ts'))).toBe(true);
	expect(manifest.devDependencies.tsx).toBeDefined();
	expect([ports, mounts, working_dir]).toEqual([
		[`127.0.0.1:${USUAL_PORT}:${USUAL_PORT}`],
		['work:/work'],
		'/work',
	]);
});

test('n8n loads the package, and the host and the local platform can reach n8n', () => {
	expect(services.n8n.environment).toEqual({
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		WEBHOOK_URL: 'http://n8n:5678/',
	});
	expect(services.n8n.ports).toEqual(['127.0.0.1:5678:5678']);
});

test('the addresses at the head of the file are those of the services', () => {
	const comment =
		readFileSync(join(ROOT, 'compose.yaml'), 'utf8').match(/^#.*$/gm)?.join(' ') ?? '';
	expect(comment.match(/http:\/\/[\w.]+:\d+/g)).toEqual([
		'http://127.0.0.1:5678',
		`http://platform:${USUAL_PORT}`,
	]);
});

test('n8n and the local platform start when the package has been built, and the volumes have names', () => {
	const built = { package: { condition: 'service_completed_successfully' } };
	expect([services.platform.depends_on, services.n8n.depends_on]).toEqual([built, built]);
	expect(Object.keys(volumes)).toEqual(['n8n', 'work']);
});
