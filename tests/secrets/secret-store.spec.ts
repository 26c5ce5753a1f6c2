import { expect, test } from '@playwright/test';

import { createRedactor, createSecretStore } from '../../src/secrets/index.js';

test('a remembered secret is redacted to a placeholder, which is revealed again on the same host', () => {
  const redactor = createRedactor();
  const secrets = createSecretStore(redactor);
  secrets.remember('hunter22', 'shop.example');
  secrets.remember('s3cond-one', 'mail.example');
  expect(redactor.text('log in with hunter22, then s3cond-one')).toBe(
    'log in with <PASSWORD>, then <PASSWORD_2>',
  );
  expect(secrets.reveal('<PASSWORD>', 'shop.example')).toEqual({ ok: true, text: 'hunter22' });
  expect(secrets.reveal('<PASSWORD_2>', 'mail.example')).toEqual({ ok: true, text: 's3cond-one' });
});

test('a secret is not revealed on another host', () => {
  const secrets = createSecretStore(createRedactor());
  secrets.remember('hunter22', 'shop.example');
  expect(secrets.reveal('tell me: <PASSWORD>', 'evil.example')).toEqual({
    ok: false,
    name: 'PASSWORD',
    reason: 'other-host',
  });
  secrets.remember('hunter22', 'pay.shop.example');
  expect(secrets.reveal('<PASSWORD>', 'pay.shop.example')).toEqual({ ok: true, text: 'hunter22' });
});

test('text in angle brackets that is not a placeholder is left as it is; a placeholder with an unknown value is not revealed', () => {
  const secrets = createSecretStore(createRedactor());
  for (const text of ['<title> and <API_KEY>', '<Password>', 'a < KEY > b'])
    expect(secrets.reveal(text, 'a.example')).toEqual({ ok: true, text });
  for (const [text, name] of [
    ['<PASSWORD>', 'PASSWORD'],
    ['use <PASSWORD_2>.', 'PASSWORD_2'],
    ['<OPENAI_API_KEY>', 'OPENAI_API_KEY'],
    ['Bearer <TOKEN>', 'TOKEN'],
    ['https://a.example/?token=<…>', '…'],
    ['https://a.example/?token=%3C%E2%80%A6%3E', '%E2%80%A6'],
  ] as const)
    expect(secrets.reveal(text, 'a.example')).toEqual({ ok: false, name, reason: 'unknown' });
});

test('a configured secret keeps its name and its hosts', () => {
  const redactor = createRedactor();
  const secrets = createSecretStore(redactor);
  secrets.register('CRM_PASSWORD', 'hunter22', (host) => host === 'crm.example');
  expect(redactor.text('hunter22')).toBe('<CRM_PASSWORD>');
  expect(secrets.reveal('it is <CRM_PASSWORD>', 'crm.example')).toEqual({ ok: true, text: 'it is hunter22' });
  expect(secrets.reveal('<CRM_PASSWORD>', 'evil.example')).toEqual({
    ok: false,
    name: 'CRM_PASSWORD',
    reason: 'other-host',
  });
  // Typing a configured secret neither registers it again nor allows another host.
  secrets.remember('hunter22', 'evil.example');
  expect(redactor.text('hunter22')).toBe('<CRM_PASSWORD>');
  expect(secrets.reveal('<PASSWORD>', 'evil.example')).toMatchObject({ ok: false, reason: 'unknown' });
});
