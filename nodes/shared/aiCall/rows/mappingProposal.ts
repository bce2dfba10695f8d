/**
 * A proposal which field of the input fills which column of a script. It is only shown to a person,
 * who confirms or corrects it.
 */
import { enteredName } from '../../entered';
import { textOf, type JsonRecord } from '../../values';
import { quoted } from '../../errorTexts';
import { normalizeMobileNumber } from './phone';

/** A field of the input, with some of its values as text. */
export interface InputField {
	name: string;
	values: readonly string[];
}

/**
 * The proposal in words, for the columns that have no value; undefined if there is none.
 * @param columns the unique names; the first column is the phone number
 */
export function proposalText(
	columns: readonly string[],
	isFilled: (column: string, index: number) => boolean,
	items: readonly JsonRecord[],
): string | undefined {
	const parts = proposeMapping(columns, inputFields(items)).flatMap((field, index) => {
		const column = columns[index] ?? '';
		const expression = field === undefined ? undefined : expressionOf(field);
		return expression === undefined || isFilled(column, index)
			? []
			: [`${quoted(column)} ${expression}`];
	});
	return parts.length === 0 ? undefined : parts.join(', ');
}

/** Names that mean the same, as sheets and scripts have them. The first are the phone number's. */
const SYNONYMS: readonly (readonly string[])[] = [
	[
		...['手机', '手机号', '手机号码', '电话', '电话号码', '联系电话', 'phone', 'phone number'],
		...['mobile', 'mobile number', 'mobile phone', 'cell phone', 'telephone', 'tel'],
	],
	['姓名', '名字', '称呼', 'name', 'full name'],
	['金额', '应还金额', '还款金额', 'amount', 'amount due'],
	['日期', 'date'],
	['时间', 'time'],
	['预约时间', 'appointment', 'appointment time'],
	['到期日', '到期日期', '还款日', '还款日期', 'due date'],
	['订单号', '订单编号', 'order number', 'order no', 'order id'],
	['公司', '公司名称', 'company', 'company name'],
	['产品', '产品名称', 'product', 'product name'],
];
const GROUPS = new Map(
	SYNONYMS.flatMap((names, group) => names.map((name) => [plainName(name), group] as const)),
);
const PHONE_GROUP = 0;

/** A name as names are compared here: `Customer_Name` and `客户姓名` are `name` and `姓名`. */
function plainName(name: string): string {
	return enteredName(name)
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[\s_-]/g, '')
		.replace(/^(?:客户|customer)(?=.)/, '');
}

/**
 * Proposes a field for each column; undefined where none, or more than one, could be meant. No
 * field is proposed twice.
 * @param columns the unique names; the first column is the phone number
 */
export function proposeMapping(
	columns: readonly string[],
	fields: readonly InputField[],
): (string | undefined)[] {
	let free = fields.map((field) => ({ ...field, ...meaningOf(field.name) }));
	const proposed: (string | undefined)[] = columns.map(() => undefined);
	const propose = (index: number, fits: (field: KnownField) => boolean) => {
		const [field, other] = proposed[index] === undefined ? free.filter(fits) : [];
		if (!field || other) return;
		proposed[index] = field.name;
		free = free.filter((left) => left !== field);
	};
	const meanings = columns.map(meaningOf);
	for (const [index, { plain }] of meanings.entries())
		propose(index, (field) => field.plain === plain);
	propose(0, hasMobileNumbers);
	propose(0, (field) => field.group === PHONE_GROUP && hasMobileNumbers(field));
	propose(0, ({ group }) => group === PHONE_GROUP);
	for (const [index, { group }] of meanings.entries())
		if (group !== undefined) propose(index, (field) => field.group === group);
	return proposed;
}

/** What a name means: the name as names are compared, and its synonyms if it has any. */
function meaningOf(name: string) {
	const plain = plainName(name);
	return { plain, group: GROUPS.get(plain) };
}

type KnownField = InputField & ReturnType<typeof meaningOf>;

/** Whether at least half of the values are mobile numbers. */
function hasMobileNumbers({ values }: InputField): boolean {
	const filled = values.filter((value) => value.trim() !== '');
	const numbers = filled.filter((value) => normalizeMobileNumber(value).ok);
	return numbers.length > 0 && numbers.length * 2 >= filled.length;
}

/** Further fields are not looked at. */
const MAX_FIELDS = 100;
const MAX_CHARACTERS = 40;

/** How many items of the input tell what its fields are. */
export const PROPOSAL_ITEMS = 20;

/** The fields of items that have text or numbers. */
export function inputFields(items: readonly JsonRecord[]): InputField[] {
	const fields = new Map<string, string[]>();
	for (const json of items)
		for (const name of Object.keys(json)) {
			const value = textOf(json[name]);
			if (value === undefined) continue;
			const values = fields.get(name);
			if (values) values.push(value.slice(0, MAX_CHARACTERS));
			else if (fields.size < MAX_FIELDS) fields.set(name, [value.slice(0, MAX_CHARACTERS)]);
		}
	return Array.from(fields, ([name, values]) => ({ name, values }));
}

/**
 * A field as n8n writes it in an expression: `{{ $json.mobile }}`, `{{ $json["手机号"] }}`. Undefined
 * for a name with braces, which may end an expression.
 */
export function expressionOf(name: string): string | undefined {
	if (/[{}]/.test(name)) return undefined;
	const isPlain = /^[A-Za-z_$][\w$]*$/.test(name);
	return `{{ $json${isPlain ? `.${name}` : `[${JSON.stringify(name)}]`} }}`;
}
