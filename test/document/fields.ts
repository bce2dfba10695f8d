import type {
	IDisplayOptions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { Line, Lines } from './page';

type Fields = Map<string, Line>;

/**
 * The fields of an operation, a trigger or a credential, by path. If two fields have the same name, their paths also have
 * the conditions under which they are shown: `options{service=standard}`. Hidden
 * expressions are left out: users neither see nor set them.
 */
export function fieldsOf(all: readonly INodeProperties[]): Fields {
	const properties = all.filter(
		({ type, default: value }) => type !== 'hidden' || !String(value).startsWith('='),
	);
	const names = properties.map(({ name }) => name);
	return new Map(
		properties.flatMap((property) => {
			const hasNamesake = names.indexOf(property.name) !== names.lastIndexOf(property.name);
			const { shown, ...line } = lineOf(property);
			const conditions = Object.entries(shown ?? {}).map((entry) => entry.join('='));
			const path =
				hasNamesake && shown ? `${property.name}{${conditions.join(',')}}` : property.name;
			return [
				[path, { ...line, ...(shown && !hasNamesake && { shown }) }] as const,
				...innerFields(property, path),
			];
		}),
	);
}

/** The properties that are shown for an operation. */
export function shownFor(
	properties: readonly INodeProperties[],
	resource: string,
	operation: string,
): INodeProperties[] {
	return properties.filter(
		({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	);
}

/** The fields inside a collection. */
function innerFields({ type, options = [] }: INodeProperties, path: string): [string, Line][] {
	const fieldsUnder = (fields: INodeProperties[], prefix: string) =>
		[...fieldsOf(fields)].map(([name, line]): [string, Line] => [`${prefix}.${name}`, line]);
	if (type === 'collection') return fieldsUnder(options as INodeProperties[], path);
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
		fieldsUnder(values, `${path}.${name}`),
	);
}

/** A field as the package has it, in the form of a line. */
function lineOf({
	type,
	default: defaultValue,
	required,
	options = [],
	typeOptions = {},
	displayName,
	displayOptions,
}: INodeProperties): Line {
	const { minValue, maxValue, password } = typeOptions;
	// In a notice, and in the title of a password, the text in brackets is no unit.
	const hasUnit = type !== 'notice' && password !== true;
	const unit = hasUnit ? /\(([^)]+)\)$/.exec(displayName)?.[1] : undefined;
	const shown = conditionsOf(displayOptions);
	return {
		type,
		default: defaultValue,
		...(required === true && { required }),
		...((type === 'options' || type === 'multiOptions') &&
			options.length > 0 &&
			choicesOf(options as INodePropertyOptions[])),
		...(minValue !== undefined && { min: minValue }),
		...(maxValue !== undefined && { max: maxValue }),
		...(unit !== undefined && { unit }),
		...(password === true && { secret: true as const }),
		...(shown && { shown }),
	};
}

function choicesOf(options: INodePropertyOptions[]): Pick<Line, 'values' | 'names'> {
	const names = options.map(({ value, name }) => [String(value), name] as const);
	return {
		values: options.map(({ value }) => value),
		names: names.sort(([one], [other]) => (one < other ? -1 : 1)),
	};
}

/**
 * The values of other fields for which a field is shown. A name that begins with "not" has the values for which the field is
 * hidden. Resource and operation are left out.
 */
function conditionsOf(displayOptions: IDisplayOptions | undefined): Line['shown'] {
	const showConditions = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => name !== 'resource' && name !== 'operation',
	);
	const hideConditions = Object.entries(displayOptions?.hide ?? {}).map(
		([name, values]) => [`not ${name}`, values] as const,
	);
	const conditions = [...showConditions, ...hideConditions];
	return conditions.length === 0
		? undefined
		: Object.fromEntries(conditions.map(([name, values = []]) => [name, values]));
}

/** The parts of a line that are compared with the table. */
const COMPARED = [
	'type',
	'default',
	'required',
	'min',
	'max',
	'unit',
	'secret',
	'shown',
	'values',
] as const;
type Compared = (typeof COMPARED)[number] | 'names';

/** The part of a line that is compared. `values` only count in a field with choices. In other fields they are examples. */
function comparedPart(line: Line, name: Compared): unknown {
	if (name !== 'values') return line[name];
	const hasChoices = line.type === 'options' || line.type === 'multiOptions';
	return hasChoices ? line.values?.map(String).sort() : undefined;
}

/**
 * The differences between fields and their table, one sentence each.
 * @param where begins each sentence, for example `iflytek text/segment`
 */
export function differences(where: string, found: Fields, table: Lines): string[] {
	const unlisted = [...found.keys()]
		.filter((path) => !Object.hasOwn(table, path))
		.map(
			(path) =>
				`${where}: ${path} has no line. Add one to its page in test/document/pages/ (triggers and credentials: test/document/table/), written from the document.`,
		);
	const missing = Object.keys(table)
		.filter((path) => !found.has(path))
		.map(
			(path) =>
				`${where}: ${path} stands on its page or in its table, but the package does not have it. Is the operation in router.ts?`,
		);
	const wrong = Object.entries(table).flatMap(([path, line]) => {
		const field = found.get(path);
		const compared = line.names ? [...COMPARED, 'names' as const] : COMPARED;
		return field === undefined
			? []
			: compared.flatMap((name) =>
					difference(
						`${where}: ${path}: ${name}`,
						comparedPart(field, name),
						comparedPart(line, name),
					),
				);
	});
	return [...unlisted, ...missing, ...wrong];
}

function difference(place: string, actual: unknown, expected: unknown): string[] {
	const [found, wanted] = [actual, expected].map((value) => JSON.stringify(value) ?? 'nothing');
	return found === wanted ? [] : [`${place} is ${found}, the table says ${wanted}.`];
}
