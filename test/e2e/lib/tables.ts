/** n8n's data tables: ours, and those of other purposes beside it. */
import type { RestClient } from './rest';

interface Table {
	id: string;
	name: string;
	projectId: string;
	columns: { name: string; type: string }[];
}

/** The table with exactly this name. n8n itself looks for names that contain it. */
async function tableNamed(rest: RestClient, name: string): Promise<Table> {
	const { data } = (await rest.call('GET', '/rest/data-tables-global', undefined, {
		take: 250,
	})) as { data: Table[] };
	const table = data.find((one) => one.name === name);
	if (!table) throw new Error(`n8n has no data table ${name}`);
	return table;
}

/** The parameter of a Data Table node that takes exactly this table. */
export async function takesTable(rest: RestClient, name: string) {
	const { id } = await tableNamed(rest, name);
	return { __rl: true as const, mode: 'id', value: id };
}

/** Makes tables of other purposes with the same columns, which n8n may find in the place of this one. */
export async function addOtherTables(rest: RestClient, name: string): Promise<void> {
	const { projectId, columns } = await tableNamed(rest, name);
	for (const other of [`Dev ${name}`, name.toLowerCase(), `${name} 2025 (archive)`])
		await rest.call('POST', `/rest/projects/${projectId}/data-tables`, {
			name: other,
			columns: columns.map(({ name: column, type }) => ({ name: column, type })),
		});
}

/** Changes fields of the line of a call, as a person does in the table. */
export async function changeLine(
	rest: RestClient,
	name: string,
	callId: string,
	data: Record<string, unknown>,
): Promise<void> {
	const { id, projectId } = await tableNamed(rest, name);
	const filters = [{ columnName: 'call_id', condition: 'eq', value: callId }];
	await rest.call('PATCH', `/rest/projects/${projectId}/data-tables/${id}/rows`, {
		filter: { type: 'and', filters },
		data,
	});
}
