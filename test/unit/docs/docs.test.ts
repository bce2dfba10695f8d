import { current, DOCUMENTS, rendered, write } from './tables';

// `npm run docs` writes the tables anew before they are compared.
beforeAll(() => {
	if (process.env.WRITE_DOCS) DOCUMENTS.forEach(write);
});

test.each(DOCUMENTS)('the tables of %s are those of the code (else: npm run docs)', (document) => {
	expect(current(document)).toBe(rendered(document));
});
