import { expect, test } from '@playwright/test';

import { isSamePage, isStableId } from '../../src/fingerprint/index.js';

test('pages that differ only in ids and dates count as the same', () => {
  const cases: [recorded: string, current: string, same: boolean][] = [
    ['http://a.test/orders/17', 'http://a.test/orders/9031', true],
    ['http://a.test/week/2026-11-20', 'http://a.test/week/2026-12-01', true],
    [
      'http://a.test/x/550e8400-e29b-41d4-a716-446655440000',
      'http://a.test/x/6ba7b810-9dad-11d1-80b4-00c04fd430c8',
      true,
    ],
    ['http://a.test/p/oak-lamp', 'http://a.test/p/brass-lamp', false],
    ['http://a.test/p?q=1', 'http://a.test/p?q=2', true],
    ['http://a.test/#/inbox', 'http://a.test/#/sent', false],
    ['http://a.test/', 'http://a.test/index.html', true],
    ['http://a.test/', 'http://b.test/', false],
  ];
  for (const [recorded, current, same] of cases)
    expect.soft(isSamePage(recorded, current), `${recorded} ${current}`).toBe(same);
});

test('an id that contains a number or a random part is not stable', () => {
  for (const [id, isStable] of [
    ['save-button', true],
    ['delete-3', false],
    ['a8f3e2', false],
  ] as const)
    expect.soft(isStableId(id), id).toBe(isStable);
});
