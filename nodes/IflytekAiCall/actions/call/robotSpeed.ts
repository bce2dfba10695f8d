import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../../../shared/failure';
import { numberOf } from '../../../shared/values';

export const robotSpeed: INodeProperties = {
	displayName: 'Robot Speed',
	name: 'robotSpeed',
	type: 'number',
	typeOptions: { minValue: 0.1, numberPrecision: 2 },
	default: 1,
	description: 'How fast the robot speaks. If not set, the platform chooses (API: robot_speed).',
};

/** How fast the robot speaks; undefined if the platform chooses. */
export function readSpeed(given: unknown): number | undefined {
	if (given === undefined || given === '') return undefined;
	const speed = numberOf(given);
	// `!(speed > 0)` is also true for NaN.
	if (speed === undefined || !(speed > 0))
		throw new InputError(
			`Robot Speed must be a number above 0, but is ${JSON.stringify(given)}`,
			'Check the value, or remove the option to leave the speed to the platform.',
		);
	return speed;
}
