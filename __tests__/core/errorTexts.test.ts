import { ERROR_TEXTS } from '../../src/core/errorTexts';

test.each(Object.values(ERROR_TEXTS))('a colon and a reason may follow: %s', (text) => {
  expect(text).toMatch(/^\S.*[\w)]$/);
});
