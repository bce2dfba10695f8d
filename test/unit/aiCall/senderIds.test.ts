import { allowedSenders, forbiddenField } from '../../../nodes/shared/aiCall/webhook/admission';

describe('forbiddenField', () => {
	const NO_IDS = { businessIds: [], appIds: [] };

	it('allows everything if no IDs are listed', () => {
		expect(forbiddenField({ business_id: '1', app_id: '2' }, NO_IDS)).toBeUndefined();
	});

	it('names the field whose ID is not listed', () => {
		const allowed = { businessIds: ['9001', '9002'], appIds: ['demo'] };
		expect(forbiddenField({ business_id: '9002', app_id: 'demo' }, allowed)).toBeUndefined();
		expect(forbiddenField({ business_id: '9003', app_id: 'demo' }, allowed)).toBe('business_id');
		expect(forbiddenField({ business_id: '9001', app_id: 'other' }, allowed)).toBe('app_id');
		expect(forbiddenField({ business_id: ['9001'], app_id: 'demo' }, allowed)).toBe('business_id');
	});

	it('ignores spaces around a value and invisible characters', () => {
		expect(
			forbiddenField({ business_id: ' 9001\u200B' }, { businessIds: ['9001'], appIds: [] }),
		).toBeUndefined();
	});

	it('compares a field only if it was sent', () => {
		expect(
			forbiddenField(
				{ business_id: null, app_id: '' },
				{ businessIds: ['9001'], appIds: ['demo'] },
			),
		).toBeUndefined();
		expect(
			forbiddenField({ business_id: '9001' }, { businessIds: ['9001'], appIds: ['demo'] }),
		).toBeUndefined();
	});
});

test('the allowed IDs have no blanks and no invisible characters, and a blank ID is none', () => {
	const ids = allowedSenders({ businessIds: [' ', ' 9002 ', '9001\u200B'], appIds: ' ' });
	expect(ids).toEqual({ businessIds: ['9002', '9001'], appIds: [] });
	expect(forbiddenField({ business_id: '9002', app_id: 'any' }, ids)).toBeUndefined();
});
