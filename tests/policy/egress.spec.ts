import { expect, test } from '@playwright/test';

import { createEgressPolicy, parseHostPattern } from '../../src/policy/index.js';

const createPolicy = (hostPatterns: string[] = [], allowPrivate = false) =>
  createEgressPolicy({
    allowedHosts: hostPatterns.map((pattern) => parseHostPattern(pattern)!),
    allowPrivate,
  });

/** Creates the policy of a session that started at this URL. */
const createPolicyStartedAt = (url: string, hostPatterns: string[] = [], allowPrivate = false) => {
  const policy = createPolicy(hostPatterns, allowPrivate);
  policy.admit(url);
  return policy;
};

test.describe('hosts and IP addresses', () => {
  const REFUSED_HOSTS = [
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
    ['224.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['[ff02::1]', 'reserved'],
  ] as const;
  test('local, private, metadata and reserved hosts are refused if the session starts elsewhere', () => {
    for (const [host, reason] of REFUSED_HOSTS)
      expect
        .soft(createPolicyStartedAt('https://example.com/').checkHost(host, 80), host)
        .toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  test('public hosts are allowed', () => {
    for (const host of [
      'example.com',
      '93.184.216.34',
      '172.32.0.1',
      '100.128.0.1',
      '11.0.0.1',
      '[2606:4700::1111]',
      '[::ffff:8.8.8.8]',
    ])
      expect.soft(createPolicy().checkHost(host, 443), host).toEqual({ ok: true });
  });
});

test.describe('the start page', () => {
  const START_PAGES: [startUrl: string, allowedHosts: string[], refusedHosts: string[]][] = [
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
  test('a start page allows the hosts in its own network', () => {
    for (const [startUrl, allowedHosts, refusedHosts] of START_PAGES) {
      const policy = createPolicyStartedAt(startUrl);
      for (const host of allowedHosts)
        expect.soft(policy.checkHost(host, 8080), `${startUrl} allows ${host}`).toEqual({ ok: true });
      for (const host of refusedHosts)
        expect.soft(policy.checkHost(host, 8080), `${startUrl} refuses ${host}`).toMatchObject({ ok: false });
    }
  });

  test('a URL that the instructor opens later counts as a start page', () => {
    const policy = createPolicyStartedAt('https://example.com/');
    expect(policy.checkHost('127.0.0.1', 80).ok).toBe(false);
    policy.admit('http://127.0.0.1:5000/');
    expect(policy.checkHost('127.0.0.1', 80).ok).toBe(true);
  });
});

test.describe('a session limited to local sites', () => {
  const createLocalPolicy = (hostPatterns: string[] = []) => {
    const policy = createEgressPolicy({
      allowedHosts: hostPatterns.map((pattern) => parseHostPattern(pattern)!),
      allowPrivate: false,
      blockUnlistedHosts: true,
    });
    policy.admit('http://127.0.0.1:3000/');
    return policy;
  };

  test('public hosts are refused, even if the instructor names them', () => {
    const policy = createLocalPolicy();
    policy.admit('https://shop.example.com/');
    for (const host of ['shop.example.com', '8.8.8.8', '[2606:4700::1111]', 'wiki.corp'])
      expect
        .soft(policy.checkHost(host, 443), host)
        .toMatchObject({ ok: false, next: expect.stringContaining('--allow-host') });
    for (const host of ['127.0.0.1', 'localhost', 'shop.test', 'mail.internal', 'nas'])
      expect.soft(policy.checkHost(host, 80), host).toEqual({ ok: true });
    expect(policy.checkAddresses('shop.test', 80, ['93.184.216.34'])).toMatchObject({ ok: false });
    expect(policy.checkAddresses('shop.test', 80, ['127.0.0.1'])).toMatchObject({ ok: true });
  });

  test('hosts that the user allows can be opened', () => {
    const policy = createLocalPolicy(['shop.example.com']);
    policy.admit('https://other.example.com/');
    expect(policy.checkHost('shop.example.com', 443)).toEqual({ ok: true });
    expect(policy.checkHost('other.example.com', 443).ok).toBe(false);
    expect(policy.checkHost('127.0.0.1', 3000)).toEqual({ ok: true });
  });
});

test.describe('host names and their addresses', () => {
  test('a name that resolves to a private address is refused, and the reason names the address', () => {
    expect(
      createPolicyStartedAt('https://example.com/').checkAddresses('evil.test', 80, ['10.0.0.1']),
    ).toEqual({
      ok: false,
      reason: 'it resolves to 10.0.0.1, a private address',
      next: 'Start on a page there, or pass --allow-private.',
    });
  });

  test('a start page with a private address allows other private addresses', () => {
    const policy = createPolicyStartedAt('http://wiki.corp/');
    expect(policy.checkAddresses('sso.corp', 80, ['10.0.0.2']).ok).toBe(false);
    expect(policy.checkAddresses('wiki.corp', 80, ['10.0.0.1'])).toEqual({
      ok: true,
      allowedAddresses: ['10.0.0.1'],
    });
    expect(policy.checkAddresses('sso.corp', 80, ['10.0.0.2']).ok).toBe(true);
    expect(policy.checkAddresses('local.corp', 80, ['127.0.0.1']).ok).toBe(false);
    expect(policy.checkAddresses('cloud.corp', 80, ['169.254.169.254']).ok).toBe(false);
  });

  test('a name that resolves to the metadata address is refused, even if the session starts there', () => {
    const policy = createPolicyStartedAt('http://evil.test/', [], true);
    expect(policy.checkAddresses('evil.test', 80, ['169.254.169.254']).ok).toBe(false);
  });

  test('if a name has public and local addresses, only the public ones are used', () => {
    const policy = createPolicyStartedAt('http://127.0.0.1/');
    expect(policy.checkAddresses('a.test', 80, ['127.0.0.1', '8.8.8.8'])).toEqual({
      ok: true,
      allowedAddresses: ['8.8.8.8'],
    });
  });

  test('a public name that later resolves to a local address is refused, even if local hosts are allowed', () => {
    const policy = createPolicyStartedAt('http://127.0.0.1/');
    expect(policy.checkAddresses('a.test', 80, ['8.8.8.8']).ok).toBe(true);
    expect(policy.checkAddresses('a.test', 80, ['127.0.0.1'])).toMatchObject({
      ok: false,
      reason: 'it now resolves to 127.0.0.1, which it did not before',
    });
  });
});

test.describe('allowed hosts', () => {
  const HOST_PATTERNS: [hostPattern: string, allowedHosts: string[], refusedHosts: string[]][] = [
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
  const splitHostAndPort = (text: string): [string, number] => {
    const [, host = '', port] = /^(.+?)(?::(\d+))?$/.exec(text.replace(/^(\[[^\]]+\])$/, '$1:443')) ?? [];
    return [host, Number(port ?? 443)];
  };
  test('a host pattern allows its hosts and refuses others', () => {
    for (const [hostPattern, allowedHosts, refusedHosts] of HOST_PATTERNS) {
      const policy = createPolicyStartedAt('https://start.test/', [hostPattern]);
      for (const host of allowedHosts)
        expect
          .soft(policy.checkHost(...splitHostAndPort(host)), `${hostPattern} allows ${host}`)
          .toEqual({ ok: true });
      for (const host of refusedHosts)
        expect
          .soft(policy.checkHost(...splitHostAndPort(host)), `${hostPattern} refuses ${host}`)
          .toMatchObject({ ok: false });
    }
  });

  test("the start page's site is allowed in addition to the hosts that match a pattern", () => {
    const policy = createPolicyStartedAt('https://www.start.test/', ['example.com']);
    for (const host of ['www.start.test', 'start.test', 'login.start.test'])
      expect(policy.checkHost(host, 443), host).toEqual({ ok: true });
    expect(policy.checkHost('other.test', 443)).toEqual({
      ok: false,
      reason: 'it is not among the allowed hosts',
      next: 'Allow it with --allow-host other.test.',
    });
  });

  test('an allowed name with a private address also needs --allow-private', () => {
    expect(createPolicy(['wiki.corp']).checkAddresses('wiki.corp', 80, ['10.0.0.1']).ok).toBe(false);
    expect(createPolicy(['wiki.corp'], true).checkAddresses('wiki.corp', 80, ['10.0.0.1']).ok).toBe(true);
  });

  test('an invalid host pattern is rejected', () => {
    for (const invalidPattern of [
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
      expect.soft(parseHostPattern(invalidPattern), invalidPattern).toBeNull();
  });
});
