import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Server } from 'proxy-chain';

import { expect, test } from '../support/browser.js';
import { createBrowserPlan, type BrowserFlags } from '../../src/assembly/browser-plan.js';
import { extractUrlsToOpen } from '../../src/assembly/urls-to-open.js';
import { runCommand } from '../support/cli-harness.js';
import { startServer } from '../support/server.js';

const HERE = fileURLToPath(import.meta.url);

const getUsageError = (flags: BrowserFlags, env: NodeJS.ProcessEnv = {}): string => {
  try {
    createBrowserPlan(flags, env);
  } catch (error) {
    const { kind, message, next } = error as { kind: string; message: string; next: string };
    return `${kind}: ${message} ${next}`;
  }
  return 'accepted';
};

test.describe('an invalid value causes a usage error with an example', () => {
  const CASES: [BrowserFlags, RegExp][] = [
    [{ viewport: 'wide' }, /--viewport needs a size .*“wide”/],
    [{ connect: '9222' }, /--connect needs the URL of a browser.*http:\/\/127\.0\.0\.1:9222/],
    [{ connect: 'ftp://x' }, /--connect needs/],
    [{ connect: 'http://127.0.0.1:1', profile: 'p' }, /--connect and --profile cannot be combined/],
    [{ connect: 'http://127.0.0.1:1', headed: true }, /--connect and --headed cannot be combined/],
    [{ profile: 'p', storageState: 's.json' }, /--profile and --storage-state cannot be combined/],
    [{ isolated: true }, /--isolated needs --connect/],
    [{ proxyAuthEnv: 'X' }, /--proxy-auth-env needs --proxy/],
    [{ device: 'iPone 13' }, /no device “iPone 13”.*Did you mean --device "iPhone 13"/],
    [{ device: 'toaster with a very long name' }, /no device.*such as --device "Pixel 7"/],
    [{ geolocation: '91,0' }, /--geolocation needs.*59\.91,10\.75/],
    [{ geolocation: 'Oslo' }, /--geolocation needs/],
    [{ locale: 'e' }, /--locale needs a language/],
    [{ timezone: 'Oslo' }, /--timezone needs an IANA time zone.*Europe\/Oslo/],
    [{ allowHost: ['https://example.com'] }, /--allow-host needs a host.*\*\.example\.com/],
    [{ storageState: '/no/such/file.json' }, /no file \/no\/such\/file\.json.*--save-storage-state/],
    [{ proxy: 'ftp://x' }, /--proxy needs the address of a proxy/],
    [{ proxy: 'http://' }, /--proxy needs/],
    [{ proxy: 'http://x:1', proxyAuthEnv: 'NOT_SET' }, /variable NOT_SET, which is not set/],
    [{ httpCredentialsEnv: 'COLONLESS' }, /COLONLESS does not contain user:password/],
    [
      { profile: HERE },
      /--profile names .*options\.spec\.ts, which is a file, not a folder.*Give the path of a profile folder/,
    ],
    [{ profile: join(HERE, 'sub') }, /--profile names .*sub, but .*options\.spec\.ts is a file/],
    [{ allowUpload: ['/no/such/file'] }, /--allow-upload names \/no\/such\/file, which does not exist/],
  ];
  for (const [flags, problem] of CASES)
    test(JSON.stringify(flags), () => {
      expect(getUsageError(flags, { COLONLESS: 'nothing' })).toMatch(problem);
      expect(getUsageError(flags, { COLONLESS: 'nothing' })).toMatch(/^usage: /);
    });
});

test('if --profile names a file, the command exits with code 2 and the file is kept', async ({}, info) => {
  const file = info.outputPath('profile');
  writeFileSync(file, 'not a profile');
  const { code, stderr } = await runCommand(['look', 'about:blank', '--profile', file]);
  expect(code).toBe(2);
  expect(stderr).toContain('is a file, not a folder');
  expect(readFileSync(file, 'utf8')).toBe('not a profile');
});

test('valid flags become Playwright options', ({}, info) => {
  const folder = info.outputPath('files');
  mkdirSync(folder, { recursive: true });
  const plan = createBrowserPlan(
    {
      viewport: '800×600',
      geolocation: '-33.9, 18.4',
      locale: 'de-ch',
      timezone: 'Africa/Cairo',
      proxy: 'proxy.test:3128',
      proxyAuthEnv: 'PROXY_AUTH',
      httpCredentialsEnv: 'SITE',
      allowUpload: [folder],
    },
    { PROXY_AUTH: 'me:p@ss:word', SITE: 'you:secret' },
  );
  expect(plan.context).toMatchObject({
    viewport: { width: 800, height: 600 },
    geolocation: { latitude: -33.9, longitude: 18.4 },
    locale: 'de-CH',
    timezone: 'Africa/Cairo',
    httpCredentials: { username: 'you', password: 'secret' },
  });
  expect(plan.createEgressOptions().upstream).toBe('http://me:p%40ss%3Aword@proxy.test:3128/');
  expect(plan.uploads).toEqual([folder]);
  expect(plan.secrets).toEqual([
    ['HTTP_PASSWORD', 'secret'],
    ['PROXY_PASSWORD', 'p@ss:word'],
  ]);
});

test('a host that was allowed in one session is refused in the next', () => {
  const plan = createBrowserPlan({ allowHost: ['example.com'] });
  const egress = plan.createEgressOptions();
  egress.policy.admit('http://other.test/');
  expect(egress.policy.checkHost('other.test', 80).ok).toBe(true);
  expect(plan.createEgressOptions().policy.checkHost('other.test', 80).ok).toBe(false);
});

test('only the URLs that an instruction asks to open are extracted', () => {
  const CASES: [string, string[]][] = [
    ['go to http://127.0.0.1:3000/shop.', ['http://127.0.0.1:3000/shop']],
    ['open “https://a.test/x?y=1”, then log in', ['https://a.test/x?y=1']],
    ['go to localhost:8080 and click Save', ['http://localhost:8080/']],
    ['open 10.0.0.1', ['http://10.0.0.1/']],
    ['set the version to 1.2.3 and call me@localhost', []],
    ['say hello', []],
    ['http://127.0.0.1:3000/', ['http://127.0.0.1:3000/']],
    ['Please visit the page http://10.0.0.2/a and read it', ['http://10.0.0.2/a']],
    ['type Ana into the name field, then go to http://10.0.0.1/b', ['http://10.0.0.1/b']],
    ['Navigate back to localhost:3000.', ['http://localhost:3000/']],
    ['type http://127.0.0.1:3000/ into the address field', []],
    ['Enter "go to http://10.0.0.1/" as the comment', []],
    ['Write to Ana: please open http://10.0.0.1/ today', []],
    ['Reply “visit http://169.254.169.254/latest” to the first mail', []],
    ['what is http://10.0.0.1/ about?', []],
    ['search for http://10.0.0.1/', []],
    ['click the link http://10.0.0.1/', []],
  ];
  for (const [instruction, urls] of CASES) expect(extractUrlsToOpen(instruction), instruction).toEqual(urls);
});

test('if the start page redirects to a private address, the command exits with code 3 and names the flag that allows it', async () => {
  const server = await startServer((_request, response) => {
    response.writeHead(302, { location: 'http://10.0.0.1/' });
    response.end();
  });
  const { code, stderr } = await runCommand(['look', server.url]);
  expect(stderr).toBe(
    `${server.url}/ redirects, and 10.0.0.1 was not opened: it is a private address.\nStart on a page there, or pass --allow-private.\n`,
  );
  expect(code).toBe(3);
  await server.close();
});

test('a proxy password is used and appears in no file', async ({}, info) => {
  const server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<title>Far</title><button>Buy</button>');
  });
  const credentials = new Set<string>();
  const upstream = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: ({ username, password }) => {
      credentials.add(`${username}:${password}`);
      return {
        dnsLookup: ((_host: string, options: { all?: boolean }, callback: (...urls: unknown[]) => void) =>
          options.all
            ? callback(null, [{ address: '127.0.0.1', family: 4 }])
            : callback(null, '127.0.0.1', 4)) as never,
      };
    },
  });
  await upstream.listen();
  const results = info.outputPath('results');
  const { port } = new URL(server.url);
  const { stdout } = await runCommand(
    [
      'run',
      'click Buy',
      '--url',
      `http://far.test:${port}/`,
      '--results',
      results,
      '--proxy',
      `http://127.0.0.1:${upstream.port}`,
      '--proxy-auth-env',
      'PROXY_AUTH',
    ],
    { env: { PROXY_AUTH: 'me:hunter2hunter2' } },
  );
  expect(stdout).toContain('Far');
  expect([...credentials]).toEqual(['me:hunter2hunter2']);
  const files = readdirSync(results, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(3);
  for (const file of files)
    expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain('hunter2hunter2');
  await upstream.close(true);
  await server.close();
});

test('a URL in an instruction allows its host; a link on the page does not', async ({}, info) => {
  const server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<title>Local</title><h1>Local</h1>');
  });
  const file = info.outputPath('page.html');
  writeFileSync(file, `<title>Page</title><a href="${server.url}/">Shop</a>`);
  const results = info.outputPath('results');
  const result = await runCommand([
    'run',
    `go to ${server.url}/`,
    '--url',
    file,
    '--results',
    results,
    '--json',
  ]);
  expect(result.stdout).toContain(`{"type":"navigated","url":"${server.url}/","status":200}`);
  const clickResult = await runCommand(['run', 'click Shop', '--url', file, '--results', results, '--json']);
  expect(clickResult.stdout).toContain('"reason":"refused"');
  await server.close();
});
