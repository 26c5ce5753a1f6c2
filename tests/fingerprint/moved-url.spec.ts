import { expect, test } from '@playwright/test';

import { isMovedPage, isMovedLink } from '../../src/fingerprint/index.js';

const urlOf = (path: string): string => `https://site.example${path}`;

test('URLs with different structures lead to the same page if they name the same item', () => {
  const cases: [recorded: string, current: string, same: boolean][] = [
    ['/shop/p/fennel-scarf', '/shop/item/fennel-scarf', true],
    ['/calendar/event/ev-108', '/calendar/entry/ev-108', true],
    ['/search?q=scarf', '/find?q=scarf', false],
    ['/shop/search?q=scarf', '/shop/find?q=scarf', true],
    ['/shop/search?q=scarf', '/shop/find?q=lamp', false],
    ['/shop/p/fennel-scarf', '/shop/item/wool-throw', false],
    ['/shop/p/fennel-scarf', '/blog/2026/fennel-scarf', false],
    ['/users/edit', '/orders/edit', false],
    ['/users/edit-item', '/orders/edit-item', false],
    ['/users/12', '/orders/12', false],
    ['/users/5/t1', '/orders/6/t1', false],
    ['/shop/basket', '/store/basket', false],
  ];
  for (const [recorded, current, isSamePage] of cases)
    expect.soft(isMovedPage(urlOf(recorded), urlOf(current)), `${recorded} and ${current}`).toBe(isSamePage);
  expect(isMovedPage(urlOf('/p/fennel-scarf'), 'https://other.example/item/fennel-scarf')).toBe(false);
});

test('links with different URL structures match if the last segment is the same', () => {
  const cases: [recorded: string, current: string, same: boolean][] = [
    ['/shop/c/wear', '/shop/range/wear', true],
    ['/shop/c/wear', '/shop/range/light', false],
    ['/shop/users/edit', '/shop/orders/edit', false],
    ['/shop/c/12', '/shop/range/12', false],
    ['/account', '/login', false],
  ];
  for (const [recorded, current, isSameLink] of cases)
    expect.soft(isMovedLink(urlOf(recorded), urlOf(current)), `${recorded} and ${current}`).toBe(isSameLink);
});
