import { version } from '../../package.json';
import { redact } from '../../nodes/shared/redact';
import { tableOf } from '../bench/report';
import { SILENCES } from '../document/silences';
import type { Row } from './run';

/** The results as text. It has no texts of the user or the platform, apart from session IDs (sids). */
export function reportOf(rows: readonly Row[], secrets: readonly string[]): string {
	const operations = rows.map(({ name, works, seconds, why = '', differences, sids }) => ({
		...{ operation: name, works, seconds: seconds?.toFixed(1) ?? '' },
		...{ differences: differences.length, why, sids: sids.join(' ') },
	}));
	const differences = rows.flatMap((row) => row.differences.map((one) => `- ${row.name}: ${one}`));
	const seen = rows.flatMap((row) => row.silences);
	const silences = SILENCES.map(({ name: silence }) => {
		const answers = seen.filter(({ name }) => name === silence).map(({ answer }) => answer);
		return { silence, 'what was seen': [...new Set(answers)].join('; ') || 'nothing' };
	});
	const lines = [
		`n8n-nodes-xfyun ${version}, Node.js ${process.version}, ${new Date().toISOString()}`,
		...['', ...tableOf(operations), ''],
		differences.length > 0 ? 'Differences from test/document' : 'No difference from test/document',
		...[...differences, '', ...tableOf(silences), ''],
	];
	return redact(lines.join('\n'), secrets);
}
