/** The placeholders that `secrets/` writes instead of secret values, in each kind of output. */
import { expect, test } from '@playwright/test';

import { createRedactor, createSecretStore } from '../../src/secrets/index.js';

test('every output shows a placeholder instead of the secret', () => {
  const redactor = createRedactor();
  const store = createSecretStore(redactor);
  store.register('SHOP_PASSWORD', 'hunter22', () => true);
  store.remember('correct horse', 'a.test');
  store.remember('battery staple', 'a.test');
  const rows: [description: string, actual: unknown, expected: unknown][] = [
    ['a configured secret', redactor.text('It is hunter22.'), 'It is <SHOP_PASSWORD>.'],
    ['the first typed secret', redactor.text('correct horse'), '<PASSWORD>'],
    ['the second typed secret', redactor.text('battery staple'), '<PASSWORD_2>'],
    ['in markup', redactor.html('<b>hunter22</b>'), '<b>&lt;SHOP_PASSWORD&gt;</b>'],
    ['in data', redactor.json({ text: 'hunter22' }), { text: '<SHOP_PASSWORD>' }],
  ];
  for (const [description, actual, expected] of rows) expect.soft(actual, description).toEqual(expected);
});
