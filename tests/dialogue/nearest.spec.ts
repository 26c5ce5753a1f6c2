import { expect, test } from '@playwright/test';

import { nearestPassage } from '../../src/dialogue/checks/nearest.js';

const MENU = 'Home Berths Prices Weather About us Contact News Events Membership Your booking '.repeat(4);
const PAGE = `${MENU}Your booking of berth A2 is confirmed until 4 June. ${MENU}`;

test('of a long page the passage is told that has most of the words looked for', () => {
  const told = nearestPassage(PAGE, '/booking of berth C2 is (cancelled|moved)/i');
  expect(told).toContain('Your booking of berth A2 is confirmed');
  expect(told).toMatch(new RegExp(`^….*… \\(of ${PAGE.length} characters\\)$`));
  expect(told.length).toBeLessThan(200);
});

test('where none of the words stands, the beginning is told, and a short text as a whole', () => {
  expect(nearestPassage(PAGE, '“refunded”')).toMatch(/^Home Berths Prices/);
  expect(nearestPassage('Nothing here.', '“here”')).toBe('Nothing here.');
});
