import { createHash } from 'crypto';
import { visible } from '../../shared/entered';
import { comparableNumber } from '../../shared/aiCall/rows/phone';
import type { SkipSettings } from '../entry/delivery';
import type { Destination, Entry } from '../entry/entry';
import { dayOf } from './days';

/** What identifies a row in n8n's database. */
export interface RowIdentity {
	/** What it is left out for: its number, its values, its key, or its place. */
	own: string;
	/** Its number on its day. */
	number: string;
	/** Its number with its values on its day. */
	values: string;
	/** Its number in its execution, which n8n may try again. */
	place: string;
	/** The same for all executions that retry one another. */
	retried: string;
	/** The day of its first possible call. */
	day: string;
}

/** The run of a node. */
export interface RunStart {
	/** When its execution began, in milliseconds; that of a retry is the first one. */
	start: number;
	/** Its execution, with the run of the node in it. */
	execution: string;
	/** The executions that retry one another, with the run of the node. */
	retries: string;
}

/** The identities of the rows of a run. */
export class RowIdentities {
	private readonly identities = new Map<Entry, RowIdentity>();
	private readonly counts = new Map<string, number>();
	private readonly days = new Map<Destination, string>();

	/**
	 * @param earlierOwn what a row with this place was left out for in an earlier try of the execution:
	 * its values may have changed since
	 */
	constructor(
		private readonly settings: Pick<SkipSettings, 'skip' | 'allowsDuplicates'>,
		private readonly run: RunStart,
		private readonly earlierOwn: (place: string) => string | undefined = () => undefined,
	) {}

	/** Called once for each valid row of the run, in their order. */
	note(row: Entry): void {
		if (this.identities.has(row)) return;
		const { execution, retries } = this.run;
		const { script } = row.destination;
		const day = this.dayAt(row.destination);
		const person = this.numbered(['number', script, comparableNumber(row.label)]);
		const [number, place] = [`${day} ${person}`, `${execution} ${person}`];
		const values = `${day} ${this.numbered(['values', script, ...row.values.map(comparable)])}`;
		const { skip } = this.settings;
		const key = row.key === undefined ? values : `key ${row.key}`;
		const own = { calledToday: number, sameValues: values, sentKey: key, none: place }[skip];
		this.identities.set(row, {
			own: this.earlierOwn(place) ?? own,
			number,
			values,
			place,
			retried: `${retries} ${person}`,
			day,
		});
	}

	/** @throws Error for a row that was not noted */
	of(row: Entry): RowIdentity {
		const identity = this.identities.get(row);
		if (!identity) throw new Error('The row has no identity');
		return identity;
	}

	/** The day of the first possible call, which all rows of a destination share. */
	private dayAt(destination: Destination): string {
		const { start } = this.run;
		const day = this.days.get(destination) ?? dayOf(destination.firstCall?.(start) ?? start);
		this.days.set(destination, day);
		return day;
	}

	/** A hash of these texts, and which row of the run with them it is. */
	private numbered(texts: readonly (string | undefined)[]): string {
		const hash = createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
		if (!this.settings.allowsDuplicates) return hash;
		const place = (this.counts.get(hash) ?? 0) + 1;
		this.counts.set(hash, place);
		return place === 1 ? hash : `${hash} ${place}`;
	}
}

/** A value as values are compared: how it is typed makes no other customer. */
const comparable = (value: string): string => visible(value.normalize('NFC')).trim();

/** The texts that n8n's database has of a row. */
export const begunText = (identity: string) => `begun ${identity}`;
export const sentText = (identity: string) => `sent ${identity}`;
/** Its campaign was started. This tells when no task tells any more. */
export const startedText = (identity: string) => `started ${identity}`;
/** With which values a number was called. */
export const calledWithText = ({ values }: RowIdentity) => `called ${values}`;
