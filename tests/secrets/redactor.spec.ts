import { expect, test } from '@playwright/test';

import {
  registerEnvironmentSecrets,
  registerStorageSecrets,
  createRedactor,
} from '../../src/secrets/index.js';

const SECRET = 'hünter2 & "x"/+<y>';

function createRedactorWithSecret() {
  const redactor = createRedactor();
  redactor.add('PASSWORD', SECRET);
  return redactor;
}

const secretAsJson = JSON.stringify(SECRET).slice(1, -1);
const toBase64 = (text: string) => Buffer.from(text).toString('base64');

const encodedSecrets: [encoding: string, text: string][] = [
  ['raw', SECRET],
  ['URL component', encodeURIComponent(SECRET)],
  ['URL component, lower-case hex', encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
  ['form field', new URLSearchParams({ a: SECRET }).toString().slice(2)],
  ['JSON', secretAsJson],
  ['JSON, ASCII', secretAsJson.replace('ü', '\\u00fc')],
  ['JSON in JSON', JSON.stringify(secretAsJson).slice(1, -1)],
  ['HTML text', 'hünter2 &amp; "x"/+&lt;y&gt;'],
  ['HTML attribute', 'hünter2 &amp; &quot;x&quot;/+<y>'],
  ['HTML attribute of newer Chromes', 'hünter2 &amp; &quot;x&quot;/+&lt;y&gt;'],
  ['base64', toBase64(SECRET)],
  ['base64url', Buffer.from(SECRET).toString('base64url')],
];

for (const [encoding, text] of encodedSecrets) {
  test(`a registered value is redacted in this encoding: ${encoding}`, () => {
    const redacted = createRedactorWithSecret().text(`before ${text} after`);
    expect(redacted).toMatch(/^before <PASSWORD>=* after$/);
  });
}

test('the base64 form of longer text does not reveal the value', () => {
  for (const user of ['a', 'ab', 'abc', 'some.user']) {
    const redacted = createRedactorWithSecret().text(toBase64(`${user}:${SECRET}:tail`));
    expect(redacted).toContain('<PASSWORD>');
    expect(Buffer.from(redacted.replace('<PASSWORD>', ''), 'base64').toString('latin1')).not.toContain(
      'nter2',
    );
  }
});

test('the longest value is replaced first, and redacted text is not redacted a second time', () => {
  const redactor = createRedactor();
  redactor.add('SHORT', 'hunter');
  redactor.add('LONG', 'hunter2000');
  expect(redactor.text('hunter2000 hunter')).toBe('<LONG> <SHORT>');
});

test('redacting twice changes nothing, even when a value is part of a name', () => {
  const redactor = createRedactor();
  redactor.add('DB_pass', 'pass');
  const redacted = redactor.text('pass word');
  expect(redacted).toBe('<DB_pass> word');
  expect(redactor.text(redacted)).toBe(redacted);
  expect(redactor.html(redactor.html('pass'))).toBe('&lt;DB_pass&gt;');
});

test('short values are replaced only as whole strings', () => {
  const redactor = createRedactor();
  redactor.add('PIN', '123');
  redactor.add('EMPTY', '');
  expect(redactor.text('123')).toBe('<PIN>');
  expect(redactor.text('call 12345')).toBe('call 12345');
});

test('in markup, the placeholder is escaped, so that the DOM tree is unchanged', () => {
  expect(createRedactorWithSecret().html(`<p>${encodedSecrets[7]?.[1]}</p>`)).toBe('<p>&lt;PASSWORD&gt;</p>');
});

test('keys and tokens are recognised by their format', () => {
  const { text } = createRedactor();
  const key = `sk-proj-${'aB3_'.repeat(10)}`;
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9';
  expect(text(`key=${key}.`)).toBe('key=<KEY>.');
  expect(text(`?k%3D${key}&`)).toBe('?k%3D<KEY>&');
  expect(text(JSON.stringify(`a\n${key}`))).toBe('"a\\n<KEY>"');
  expect(text(`{"t":"${jwt}"}`)).toBe('{"t":"<TOKEN>"}');
  expect(text('Authorization: Bearer abcDEF123456.789')).toBe('Authorization: Bearer <TOKEN>');
  expect(text('authorization: bearer abcDEF123456.789')).toBe('authorization: bearer <TOKEN>');
});

test('words that only look like keys are not redacted', () => {
  const { text } = createRedactor();
  for (const harmlessText of [
    'class="sk-fading-circle-container-large"',
    'task-12345678901234567890',
    'bearer instruments-are-not-tokens',
    'the bearer of 12 letters',
    'eyJust a word.',
  ]) {
    expect(text(harmlessText)).toBe(harmlessText);
  }
});

test('user names and secret parameters in URLs are redacted; harmless parameters are not', () => {
  const { text, html } = createRedactor();
  for (const [url, expected] of [
    ['https://ana:pw-9@site.example/a', 'https://<…>@site.example/a'],
    ['https://site.example/?token=abcdef-123&page=2', 'https://site.example/?token=<…>&page=2'],
    ['https://site.example/?X-Amz-Signature=0123456789ab', 'https://site.example/?X-Amz-Signature=<…>'],
    ['https://site.example/cb#access_token=abcdefgh12&x=1', 'https://site.example/cb#access_token=<…>&x=1'],
    ['https://site.example/?code=4f9a0c2be77d1', 'https://site.example/?code=<…>'],
    ['https://site.example/?session=9f8e7d6c5b4a3', 'https://site.example/?session=<…>'],
    ['https://site.example/?code=SUMMER20&key=name', 'https://site.example/?code=SUMMER20&key=name'],
    ['https://site.example/?q=token%20ring&state=open', 'https://site.example/?q=token%20ring&state=open'],
    ['mail ana@site.example: see 10:30@home', 'mail ana@site.example: see 10:30@home'],
  ] as const) {
    expect.soft(text(url)).toBe(expected);
    expect.soft(text(text(url))).toBe(expected);
  }
  expect(html('<a href="/x?a=1&amp;token=abcdef-123">')).toBe('<a href="/x?a=1&amp;token=&lt;…&gt;">');
});

test('a truncated value is redacted, and so are its bytes in hex and percent-encoded form', () => {
  const { text, add } = createRedactor();
  add('PIN', 'hunter2-Zebra');
  expect(text('the pin is hunte… (90 characters in total)')).toBe(
    'the pin is <PIN>… (90 characters in total)',
  );
  expect(text(`${'word '.repeat(20)}hunter2-Z`)).toBe(`${'word '.repeat(20)}<PIN>`);
  expect(text('a hunter')).toBe('a hunter');
  const hex = Buffer.from('hunter2-Zebra').toString('hex');
  expect(text(`x=${hex} ${hex.toUpperCase()}`)).toBe('x=<PIN> <PIN>');
  expect(text(hex.replace(/../g, '%$&'))).toBe('<PIN>');
});

test('data without a secret is returned as the same object; otherwise, only the objects on the path to the secret are copied', () => {
  const redactor = createRedactorWithSecret();
  const value = {
    withoutSecret: { a: ['b', 1, null] },
    withSecret: { list: ['x', `is ${SECRET}`] },
    bytes: new Uint8Array([1]),
  };
  expect(redactor.json(value.withoutSecret)).toBe(value.withoutSecret);
  const redacted = redactor.json(value);
  expect(redacted.withSecret.list).toEqual(['x', 'is <PASSWORD>']);
  expect(redacted.withoutSecret).toBe(value.withoutSecret);
  expect(redacted.bytes).toBe(value.bytes);
  expect(value.withSecret.list[1]).toContain('hünter2');
});

test('a key named __proto__ is ordinary data', () => {
  const redacted = createRedactorWithSecret().json(
    JSON.parse(`{"__proto__":{"a":${JSON.stringify(SECRET)}},"b":1}`),
  );
  expect(JSON.stringify(redacted)).toBe('{"__proto__":{"a":"<PASSWORD>"},"b":1}');
});

test('two megabytes of markup without a secret are returned as the same string', () => {
  const redactor = createRedactorWithSecret();
  const page = '<li class="task-item disk-1 sk-" data-x="eyJ">Bearer of news, eyJ sk-</li>\n'.repeat(27_000);
  expect(Object.is(redactor.html(page), page)).toBe(true);
});

test('hostile input is processed in linear time', () => {
  const { text } = createRedactor();
  for (const piece of [
    '://a:',
    '&token=',
    '?code=1a',
    'eyJ',
    'sk-',
    'sk-a',
    'Bearer ',
    'eyJaaaaaaaa.',
    '%3DeyJ',
    'Bearer+',
  ]) {
    const input = piece.repeat(200_000 / piece.length);
    const initialCpu = process.cpuUsage();
    text(input);
    const { user, system } = process.cpuUsage(initialCpu);
    // Quadratic behaviour would take minutes.
    expect((user + system) / 1e6, piece).toBeLessThan(5);
  }
});

test('keys are read from well-known environment variables, and secret X is read from PARLEY_SECRET_X', () => {
  const redactor = createRedactor();
  const names = registerEnvironmentSecrets(redactor, {
    OPENAI_API_KEY: 'plain-openai-key',
    ANTHROPIC_AUTH_TOKEN: '',
    PARLEY_SECRET_: 'nameless',
    PARLEY_SECRET_CRM_PASSWORD: 'correct horse',
    GROQ_API_KEY: 'plain-groq-key',
    HOME: 'not-a-secret',
  });
  expect(names).toEqual(['OPENAI_API_KEY', 'GROQ_API_KEY', 'CRM_PASSWORD']);
  const text = 'plain-openai-key plain-groq-key correct horse not-a-secret nameless';
  expect(redactor.text(text)).toBe('<OPENAI_API_KEY> <GROQ_API_KEY> <CRM_PASSWORD> not-a-secret nameless');
});

test('session keys in a storage state are redacted; words and settings are not', () => {
  const redactor = createRedactor();
  registerStorageSecrets(redactor, {
    cookies: [
      { name: 'sid', value: 'f81d4fae7dec11d0a765' },
      { name: 'lang', value: 'en-GB' },
      { name: 'theme', value: 'high-contrast' },
      { name: 'seen', value: '2026-11-23T10:00:00Z' },
    ],
    origins: [{ localStorage: [{ name: 'auth', value: '{"user":"robin","token":"QmFzZTY0IHZhbHVl9"}' }] }],
  });
  expect(redactor.text('f81d4fae7dec11d0a765 QmFzZTY0IHZhbHVl9')).toBe('<COOKIE_sid> <STORAGE_auth>');
  const harmless = 'en-GB high-contrast 2026-11-23T10:00:00Z robin';
  expect(redactor.text(harmless)).toBe(harmless);
});
