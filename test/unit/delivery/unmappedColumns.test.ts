/** What is said of columns that are mapped by hand and have no value. */
import { unmappedProblem } from '../../../nodes/IflytekAiCall/rows/unmappedColumns';

test.each<[string[], string | undefined, string, string]>([
	[
		['Name', 'City'],
		undefined,
		'The columns "Name", "City" have no value. To send them empty, enter {{ "" }} as an expression',
		'Enter a value under Values to Send, or check the field its expression refers to. For an empty value, switch the field from Fixed to Expression and enter exactly {{ "" }}.',
	],
	[
		['Name', 'City'],
		'{{ $json.name }}',
		'The columns "Name", "City" have no value',
		'The expression of the first gives nothing: check the field that it refers to. If the field may be empty, enter {{ $json.name ?? "" }}.',
	],
	[
		['Name'],
		'{{ $json.first }} {{ $json.last }} and more',
		'The column "Name" has no value',
		'Its expression gives nothing: check the field that it refers to. If the field may be empty, add ?? "" to the expression.',
	],
	...['x {{ $json.name }}', 'x{{ $json.name }}', '{{ $json.name }}x'].map(
		(expression): [string[], string, string, string] => [
			['Name'],
			expression,
			'The column "Name" has no value',
			'Its expression gives nothing: check the field that it refers to. If the field may be empty, add ?? "" to the expression.',
		],
	),
])('%j, with the expression %j', (unmapped, expression, reason, advice) => {
	expect(unmappedProblem(unmapped, false, expression)).toEqual({ reason, advice });
});
