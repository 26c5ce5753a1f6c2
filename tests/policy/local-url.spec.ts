import { expect, test } from '@playwright/test';

import { isLocalUrl } from '../../src/policy/index.js';

const URLS: [url: string, expected: boolean][] = [
  ['file:///home/me/page.html', true],
  ['data:text/html,hello', true],
  ['about:blank', true],
  ['http://127.0.0.1:3000/', true],
  ['http://[::1]:3000/', true],
  ['http://localhost/', true],
  ['http://shop.localhost:8080/', true],
  ['http://10.1.2.3/', true],
  ['http://web:3000/', true],
  ['https://shop.test/', true],
  ['http://printer.local./', true],
  ['https://example.org/', false],
  ['https://localhost.example.org/', false],
  ['http://93.184.216.34/', false],
  ['https://latest/', true],
  ['https://contest.com/', false],
];

test('isLocalUrl recognises local files, local hosts and private networks', () => {
  for (const [url, expected] of URLS) expect.soft(isLocalUrl(url), url).toBe(expected);
});
