import { expect, test } from '@playwright/test';

import { bindScenario, parseScenario, readSecretValues, insertSecrets } from '../../src/dialogue/index.js';

const TEXT = `scenario: 1
name: x
secrets: [SHOP_PASSWORD, PIN]
vars: { who: Ada }
start:
  url: "https://x.test/"
  reset: { post: "https://x.test/reset", json: { user: "{{who}}", pin: "{{secret.PIN}}" } }
replies:
  - about: password
    say: { any_of: ["It is {{ secret.SHOP_PASSWORD }}."] }
dialogue:
  - say: Log in as {{who}} with {{secret.PIN}}.
    check:
      - http: { post: "https://x.test/api", json: { pin: "{{secret.PIN}}" } }
`;
const VALUES = { SHOP_PASSWORD: 'hunter2', PIN: '4711' };

test('a scenario contains its secrets’ names but no values', () => {
  const scenario = bindScenario(parseScenario('x.yaml', TEXT, { env: VALUES }));
  expect(scenario).toMatchObject({
    secrets: ['SHOP_PASSWORD', 'PIN'],
    start: { reset: { json: { user: 'Ada', pin: '<PIN>' } } },
    replies: [{ say: 'It is <SHOP_PASSWORD>.' }],
    dialogue: [{ say: 'Log in as Ada with <PIN>.', check: [{ http: { json: { pin: '<PIN>' } } }] }],
  });
  expect(JSON.stringify(scenario)).not.toMatch(/hunter2|4711/);
});

test('loading a scenario needs no secret values; a run reports the missing ones', () => {
  const loaded = parseScenario('x.yaml', TEXT, { env: { PIN: '4711' } });
  expect(loaded.secrets).toEqual(['SHOP_PASSWORD', 'PIN']);
  expect(() => bindScenario(loaded)).toThrow(
    expect.objectContaining({
      kind: 'usage',
      message: 'The scenario needs the secret SHOP_PASSWORD, which is not set in the environment.',
      next: 'Set SHOP_PASSWORD (or PARLEY_SECRET_SHOP_PASSWORD).',
    }),
  );
});

test('values are inserted where they are used', () => {
  const values = readSecretValues(['PIN'], { PIN: 'a$&b', PARLEY_SECRET_PIN: '$1' });
  expect(insertSecrets({ pin: ['<PIN>', 1, null], other: '<PINS>' }, values)).toEqual({
    pin: ['$1', 1, null],
    other: '<PINS>',
  });
});

test('if the file contains a secret’s value, the error does not repeat it', () => {
  for (const secrets of ['{ PIN: hunter2 }', '[PIN=hunter2]', 'hunter2', '[hunter2]', '[{ PIN: hunter2 }]'])
    expect(() => parseScenario('x.yaml', TEXT.replace('[SHOP_PASSWORD, PIN]', secrets))).toThrow(
      /^(?![\s\S]*hunter2)[\s\S]*secrets[\s\S]*environment variable/,
    );
});
