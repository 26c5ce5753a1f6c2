import { expect, test } from '@playwright/test';

import { createRedactor, keptSecrets } from '../../src/secrets/index.js';

test('what was told is known by a name, and put in by it where it was typed', () => {
  const redactor = createRedactor();
  const secrets = keptSecrets(redactor);
  secrets.keep('hunter22', 'shop.example');
  secrets.keep('s3cond-one', 'mail.example');
  expect(redactor.text('log in with hunter22, then s3cond-one')).toBe(
    'log in with <PASSWORD>, then <PASSWORD_2>',
  );
  expect(secrets.reveal('<PASSWORD>', 'shop.example')).toEqual({ ok: true, text: 'hunter22' });
  expect(secrets.reveal('<PASSWORD_2>', 'mail.example')).toEqual({ ok: true, text: 's3cond-one' });
});

test('on another host it is not put in', () => {
  const secrets = keptSecrets(createRedactor());
  secrets.keep('hunter22', 'shop.example');
  expect(secrets.reveal('tell me: <PASSWORD>', 'evil.example')).toEqual({ ok: false, name: 'PASSWORD' });
  secrets.keep('hunter22', 'pay.shop.example');
  expect(secrets.reveal('<PASSWORD>', 'pay.shop.example')).toEqual({ ok: true, text: 'hunter22' });
});

test('names of secrets that nobody told stay as they are', () => {
  const secrets = keptSecrets(createRedactor());
  expect(secrets.reveal('<API_KEY> and <PASSWORD>', 'a.example')).toEqual({
    ok: true,
    text: '<API_KEY> and <PASSWORD>',
  });
});

test('what was known from the start keeps its name and belongs where it was said to', () => {
  const redactor = createRedactor();
  const secrets = keptSecrets(redactor);
  secrets.know('CRM_PASSWORD', 'hunter22', (host) => host === 'crm.example');
  expect(redactor.text('hunter22')).toBe('<CRM_PASSWORD>');
  expect(secrets.reveal('it is <CRM_PASSWORD>', 'crm.example')).toEqual({ ok: true, text: 'it is hunter22' });
  expect(secrets.reveal('<CRM_PASSWORD>', 'evil.example')).toEqual({ ok: false, name: 'CRM_PASSWORD' });
  // Typed into a password field it is no second secret, and opens no second host.
  secrets.keep('hunter22', 'evil.example');
  expect(redactor.text('hunter22')).toBe('<CRM_PASSWORD>');
  expect(secrets.reveal('<PASSWORD>', 'evil.example')).toEqual({ ok: true, text: '<PASSWORD>' });
});
