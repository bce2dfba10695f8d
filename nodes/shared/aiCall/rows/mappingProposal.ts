/**
 * Which field of the input fills which column of a script. Names decide, in the panel and in a run.
 * What values tell is only proposed to a person, who confirms or corrects it.
 */
import { enteredName } from '../../entered';
import { textOf, type JsonRecord } from '../../values';
import { quoted } from '../../errorTexts';
import { namesBy } from './fieldNames';
import { readPhone } from './phone';

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

/** What a sheet adds to a heading: `*姓名`, `姓名:`, `【姓名】`, `姓名（必填）`, `手机号(11位)`. */
const ADDED = /[\s_*:[\]\u3010\u3011-]|\.(?!\d)|\((?:必填|选填|11位(?:数字)?|required|optional)\)/g;

/** Names that mean the same, as sheets and scripts have them. The first are the phone number's. */
const SYNONYMS: readonly (readonly string[])[] = [
	[
		...['手机', '手机号', '手机号码', '电话', '电话号码', '联系电话', '联系方式', '移动电话'],
		...['被叫', '被叫号码', '手機', '手機號碼', '電話', '電話號碼', '聯絡電話', '行動電話'],
		...['phone', 'phone number', 'phone no', 'mobile', 'mobile number', 'mobile no', 'cell'],
		...['mobile phone', 'mobile phone number', 'mobile phone no', 'cell phone', 'contact number'],
		...['telephone', 'telephone number', 'tel', 'tel no'],
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
const FIRST = /\(1\)$|1$/;

/** A name as names are compared here: `Customer_Name` and `*客户姓名` are `name` and `姓名`. */
export function plainName(name: string): string {
	return enteredName(name)
		.normalize('NFKC')
		.toLowerCase()
		.replace(ADDED, '')
		.replace(/^(?:客户|customer)(?=.)/, '');
}

/**
 * The field for each column by its name: the same name, a name that differs in what sheets write
 * differently, or a synonym. Undefined where none, or more than one, could be meant. No field is taken
 * twice.
 * @param columns the unique names; the first column is the phone number
 */
export function mapByName(
	columns: readonly string[],
	fields: readonly InputField[],
): (string | undefined)[] {
	return new Assignment(columns, fields).byName().assigned;
}

/**
 * The same, and a phone number that only values tell, whatever the name of its field is. This may be
 * the number of somebody else, so it is only proposed.
 */
export function proposeMapping(
	columns: readonly string[],
	fields: readonly InputField[],
): (string | undefined)[] {
	const assignment = new Assignment(columns, fields).byEqualName();
	assignment.take(0, hasMobileNumbers);
	return assignment.byName().assigned;
}

/** Fields are taken one after another. */
class Assignment {
	readonly assigned: (string | undefined)[];
	private free: KnownField[];

	constructor(
		private readonly columns: readonly string[],
		fields: readonly InputField[],
	) {
		this.assigned = columns.map(() => undefined);
		this.free = fields.map((field) => ({ ...field, ...meaningOf(field.name) }));
	}

	/** Gives a column that has none the only field that fits. */
	take(index: number, fits: (field: KnownField) => boolean): void {
		const [field, other] = this.assigned[index] === undefined ? this.free.filter(fits) : [];
		if (!field || other) return;
		this.assigned[index] = field.name;
		this.free = this.free.filter((left) => left !== field);
	}

	/** A name of the same letters. Columns whose names are alike get none. */
	byEqualName(): this {
		const names = this.columns.map(enteredName);
		for (const [index, name] of names.entries())
			this.take(index, (field) => enteredName(field.name) === name);
		const plain = this.columns.map(plainName);
		const alike = namesBy(plain, (name) => name);
		for (const [index, name] of plain.entries())
			if (name !== '' && alike.get(name)?.length === 1)
				this.take(index, (field) => field.plain === name);
		return this;
	}

	byName(): this {
		this.byEqualName();
		this.take(0, (field) => field.group === PHONE_GROUP && hasMobileNumbers(field));
		this.take(0, ({ group }) => group === PHONE_GROUP);
		for (const [index, { group }] of this.columns.map(meaningOf).entries())
			if (group !== undefined) this.take(index, (field) => field.group === group);
		return this;
	}
}

/** What a name means: the name as names are compared, and its synonyms if it has any. */
function meaningOf(name: string) {
	const plain = plainName(name);
	// The first of several numbers: 电话1, beside 电话2.
	const isFirst = GROUPS.get(plain.replace(FIRST, '')) === PHONE_GROUP;
	return { plain, group: isFirst ? PHONE_GROUP : GROUPS.get(plain) };
}

type KnownField = InputField & ReturnType<typeof meaningOf>;

/** Whether at least half of the values are mobile numbers. */
function hasMobileNumbers({ values }: InputField): boolean {
	const filled = values.filter((value) => value.trim() !== '');
	const numbers = filled.filter((value) => readPhone(value).mobile.ok);
	return numbers.length > 0 && numbers.length * 2 >= filled.length;
}

/** Further fields are not looked at, and only fill columns of their own name. */
export const MAX_FIELDS = 100;
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
