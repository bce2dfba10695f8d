/** What identifies rows in n8n's database. */
import type { Entry } from '../../../nodes/IflytekAiCall/entry/entry';
import {
	begunText,
	RowIdentities,
	sentText,
} from '../../../nodes/IflytekAiCall/sentBefore/rowIdentities';
import { entriesTo } from './context';

const entry = entriesTo({ body: () => ({}), script: '7' });
const other = entriesTo({ body: () => ({}), script: '8' });

/** The identities of rows of one run. */
function identitiesOf(rows: readonly Entry[], scope = 'day 2026-11-23') {
	const identities = new RowIdentities('place', () => scope);
	for (const row of rows) identities.note(row);
	return rows.map(identities.of);
}

test('a vector: other versions of the package must find what this one has recorded', () => {
	expect(identitiesOf([entry(0), entry(0), entry(1, { key: 'k' })])).toEqual([
		'place YbiTmaWzX_KU2O_gIL77tHPaamT2RydZHXp3hq5xBh8',
		'place tUQewMisUMDC5GgHgj0rKI-Uma9CmPPxVUPTlwDzLBs',
		'place key k',
	]);
});

test('rows differ in their scope, script, values and place, and in nothing else', () => {
	const rows = [entry(0), entry(0, { values: ['1390', 'a'] }), other(0), entry(0)];
	const identities = identitiesOf(rows);
	expect(new Set(identities).size).toBe(4);
	expect(identitiesOf(rows, 'run 7 0')).not.toContain(identities[0]);
	expect(
		identitiesOf([entry(5, { values: ['1390'], rowIndex: 2, original: 0, label: 'x' })]),
	).toEqual([identities[0]]);
	// The first of equal rows is the first wherever it stands.
	expect(identitiesOf([entry(1), entry(0)])[1]).toBe(identities[0]);
});

test('a row that was not noted has no identity', () => {
	expect(new RowIdentities('place', () => '').of(entry(0))).toBe('');
});

test('texts say what became of a row', () => {
	expect([begunText('row x'), sentText('row x')]).toEqual(['begun row x', 'sent row x']);
});
