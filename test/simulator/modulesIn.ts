import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';

const requireModule = createRequire(__filename);

/**
 * Loads all modules in a folder and its subfolders, so that nobody has to maintain a list of them.
 * @returns the modules in alphabetical order. The name of a module is its path in the folder, without `.ts`
 */
export function modulesIn<Module>(folder: string): { name: string; module: Module }[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.sort()
		.map((file) => ({
			name: file.slice(0, -'.ts'.length).split(sep).join('/'),
			module: requireModule(join(folder, file)) as Module,
		}));
}
