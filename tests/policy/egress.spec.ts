import { expect, test } from '@playwright/test';

import { createEgressPolicy, parseHostPattern } from '../../src/policy/index.js';

const policy = (allow: string[] = [], allowPrivate = false) =>
  createEgressPolicy({ allow: allow.map((text) => parseHostPattern(text)!), allowPrivate });

const started = (url: string, allow: string[] = [], allowPrivate = false) => {
  const judge = policy(allow, allowPrivate);
  judge.admit(url);
  return judge;
};

test.describe('hosts written as addresses', () => {
  const CLOSED = [
    ['127.0.0.1', 'this machine'],
    ['127.8.9.10', 'this machine'],
    ['localhost', 'this machine'],
    ['localhost.', 'this machine'],
    ['LOCALHOST', 'this machine'],
    ['app.localhost', 'this machine'],
    ['0.0.0.0', 'this machine'],
    ['0', 'this machine'],
    ['2130706433', 'this machine'],
    ['0x7f.1', 'this machine'],
    ['0177.0.0.1', 'this machine'],
    ['[::1]', 'this machine'],
    ['[::]', 'this machine'],
    ['[::ffff:127.0.0.1]', 'this machine'],
    ['[::ffff:7f00:1]', 'this machine'],
    ['[::127.0.0.1]', 'this machine'],
    ['[64:ff9b::7f00:1]', 'this machine'],
    ['[2002:7f00:1::]', 'this machine'],
    ['[2001:0:1:2:3:4:80ff:fffe]', 'this machine'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['100.127.255.255', 'private'],
    ['[fd12:3456::1]', 'private'],
    ['[::ffff:10.0.0.1]', 'private'],
    ['169.254.169.254', 'metadata'],
    ['169.254.169.254.', 'metadata'],
    ['169.254.170.2', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['[fd00:ec2::254]', 'metadata'],
    ['[fe80::1]', 'metadata'],
    ['[::ffff:169.254.169.254]', 'metadata'],
    ['metadata.google.internal', 'metadata'],
    ['Metadata.Google.Internal.', 'metadata'],
    ['224.0.0.1', 'not an address'],
    ['255.255.255.255', 'not an address'],
    ['[ff02::1]', 'not an address'],
  ] as const;
  for (const [host, why] of CLOSED)
    test(`${host} is closed to a session that starts elsewhere`, () => {
      const judgement = started('https://example.com/').host(host, 80);
      expect(judgement).toMatchObject({ ok: false, reason: expect.stringContaining(why) });
    });

  for (const host of [
    'example.com',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '11.0.0.1',
    '[2606:4700::1111]',
    '[::ffff:8.8.8.8]',
  ])
    test(`${host} is open`, () => {
      expect(policy().host(host, 443)).toEqual({ ok: true });
    });
});

test.describe('where the session starts', () => {
  const TABLE: [start: string, open: string[], closed: string[]][] = [
    [
      'http://127.0.0.1:3000/',
      ['127.0.0.1', 'localhost', '127.0.0.2', '[::1]', 'example.com'],
      ['10.0.0.1', '169.254.169.254'],
    ],
    ['http://localhost/', ['127.0.0.1', 'app.localhost'], ['192.168.0.1']],
    [
      'http://10.0.0.7/',
      ['10.0.0.7', '10.9.9.9', '192.168.0.1', '[fd00::1]'],
      ['127.0.0.1', '169.254.169.254', 'metadata.google.internal'],
    ],
    [
      'http://169.254.169.254/',
      ['169.254.169.254', 'example.com'],
      ['169.254.170.2', '100.100.100.200', '10.0.0.1', '127.0.0.1'],
    ],
    ['http://metadata.google.internal/', ['metadata.google.internal'], ['169.254.169.254']],
    ['about:blank', ['example.com'], ['127.0.0.1', '10.0.0.1']],
    ['file:///tmp/page.html', ['example.com'], ['127.0.0.1']],
  ];
  for (const [start, open, closed] of TABLE)
    test(`${start} opens ${open.join(', ')} and not ${closed.join(', ')}`, () => {
      const judge = started(start);
      for (const host of open) expect(judge.host(host, 8080), host).toEqual({ ok: true });
      for (const host of closed) expect(judge.host(host, 8080), host).toMatchObject({ ok: false });
    });

  test('an address that the instructor opens later counts as a start', () => {
    const judge = started('https://example.com/');
    expect(judge.host('127.0.0.1', 80).ok).toBe(false);
    judge.admit('http://127.0.0.1:5000/');
    expect(judge.host('127.0.0.1', 80).ok).toBe(true);
  });
});

test.describe('names and where they lead', () => {
  test('a name that leads indoors is closed, and the sentence says where it leads', () => {
    expect(started('https://example.com/').addresses('evil.test', 80, ['10.0.0.1'])).toEqual({
      ok: false,
      reason: 'it leads to 10.0.0.1, a private address',
      next: 'Start on a page there, or pass --allow-private.',
    });
  });

  test('a start page that lies indoors opens its neighbours', () => {
    const judge = started('http://wiki.corp/');
    expect(judge.addresses('sso.corp', 80, ['10.0.0.2']).ok).toBe(false);
    expect(judge.addresses('wiki.corp', 80, ['10.0.0.1'])).toEqual({ ok: true, use: ['10.0.0.1'] });
    expect(judge.addresses('sso.corp', 80, ['10.0.0.2']).ok).toBe(true);
    expect(judge.addresses('local.corp', 80, ['127.0.0.1']).ok).toBe(false);
    expect(judge.addresses('cloud.corp', 80, ['169.254.169.254']).ok).toBe(false);
  });

  test('no start page opens metadata by a name of its own making', () => {
    const judge = started('http://evil.test/', [], true);
    expect(judge.addresses('evil.test', 80, ['169.254.169.254']).ok).toBe(false);
  });

  test('of the addresses of a public name only the public ones are used', () => {
    const judge = started('http://127.0.0.1/');
    expect(judge.addresses('a.test', 80, ['127.0.0.1', '8.8.8.8'])).toEqual({ ok: true, use: ['8.8.8.8'] });
  });

  test('a name that was public and now leads indoors is closed, even where indoors is open', () => {
    const judge = started('http://127.0.0.1/');
    expect(judge.addresses('a.test', 80, ['8.8.8.8']).ok).toBe(true);
    expect(judge.addresses('a.test', 80, ['127.0.0.1'])).toMatchObject({
      ok: false,
      reason: 'it now leads to 127.0.0.1, and did not before',
    });
  });
});

test.describe('allowed hosts', () => {
  const TABLE: [allow: string, open: string[], closed: string[]][] = [
    [
      'example.com',
      ['example.com', 'www.example.com', 'EXAMPLE.com.'],
      ['badexample.com', 'example.com.evil.net', 'example.org'],
    ],
    ['*.example.com', ['a.example.com', 'a.b.example.com'], ['example.com']],
    ['example.com:8443', ['example.com:8443'], ['example.com:443', 'example.com:80']],
    ['any', ['example.com', 'example.org'], ['10.0.0.1']],
    ['10.0.0.5', ['10.0.0.5'], ['10.0.0.6', 'x.10.0.0.5.nip.io', 'example.com']],
    ['[::1]:3000', ['[::1]:3000'], ['[::1]:3001', '127.0.0.1:3000']],
    ['localhost:3000', ['localhost:3000'], ['localhost:3001', '127.0.0.1:3000']],
    ['bücher.example', ['xn--bcher-kva.example'], ['bucher.example']],
    ['169.254.169.254', [], ['169.254.169.254']],
  ];
  const split = (text: string): [string, number] => {
    const [, host = '', port] = /^(.+?)(?::(\d+))?$/.exec(text.replace(/^(\[[^\]]+\])$/, '$1:443')) ?? [];
    return [host, Number(port ?? 443)];
  };
  for (const [allow, open, closed] of TABLE)
    test(`${allow} opens ${open.join(', ') || 'nothing'} and not ${closed.join(', ')}`, () => {
      const judge = started('https://start.test/', [allow]);
      for (const host of open) expect(judge.host(...split(host)), host).toEqual({ ok: true });
      for (const host of closed) expect(judge.host(...split(host)), host).toMatchObject({ ok: false });
    });

  test('the start page’s own site is open beside them', () => {
    const judge = started('https://www.start.test/', ['example.com']);
    for (const host of ['www.start.test', 'start.test', 'login.start.test'])
      expect(judge.host(host, 443), host).toEqual({ ok: true });
    expect(judge.host('other.test', 443)).toEqual({
      ok: false,
      reason: 'it is not among the allowed hosts',
      next: 'Allow it with --allow-host other.test.',
    });
  });

  test('an allowed name that leads indoors needs --allow-private as well', () => {
    expect(policy(['wiki.corp']).addresses('wiki.corp', 80, ['10.0.0.1']).ok).toBe(false);
    expect(policy(['wiki.corp'], true).addresses('wiki.corp', 80, ['10.0.0.1']).ok).toBe(true);
  });

  for (const text of [
    '',
    'http://example.com',
    'example.com/path',
    'a b',
    '*',
    '*.',
    'host:99999',
    'host:0',
    '*.10.0.0.1',
    'user@host',
  ])
    test(`“${text}” is no pattern`, () => {
      expect(parseHostPattern(text)).toBeNull();
    });
});
