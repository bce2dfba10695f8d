import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';

import type { Owner } from './rest';

/** The sign-in for an n8n that only tests use. */
export const TEST_OWNER: Owner = {
	email: 'owner@example.com',
	password: 'Owner-of-the-test-n8n-1',
	firstName: 'Test',
	lastName: 'Owner',
};

const fileIn = (folder: string) => path.join(folder, 'owner.json');

/** The owner that was created for the n8n in this folder. Undefined if none was created. */
export async function knownOwner(folder: string): Promise<Owner | undefined> {
	const text = await fs.readFile(fileIn(folder), 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as Owner);
}

/** The owner for a data folder that is kept. It is created once, so that the same sign-in works at every start. */
export async function ownerOf(folder: string): Promise<Owner> {
	const known = await knownOwner(folder);
	if (known !== undefined) return known;
	// n8n requires a capital letter and a digit.
	const owner = {
		...TEST_OWNER,
		password: `N8n-${randomBytes(6).toString('hex')}`,
		firstName: 'Local',
		lastName: 'Owner',
	};
	await fs.writeFile(fileIn(folder), JSON.stringify(owner), { mode: 0o600 });
	return owner;
}
