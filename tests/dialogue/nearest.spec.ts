import { expect, test } from '@playwright/test';

import { findNearestPassage } from '../../src/dialogue/checks/nearest.js';

const MENU = 'Home Berths Prices Weather About us Contact News Events Membership Your booking '.repeat(4);
const PAGE = `${MENU}Your booking of berth A2 is confirmed until 4 June. ${MENU}`;

test('the passage with most of the expected words is found in a long page', () => {
  const passage = findNearestPassage(PAGE, '/booking of berth C2 is (cancelled|moved)/i');
  expect(passage).toContain('Your booking of berth A2 is confirmed');
  expect(passage).toMatch(new RegExp(`^….*… \\(of ${PAGE.length} characters\\)$`));
  expect(passage.length).toBeLessThan(200);
});

test('without a match, the start of the text is returned; a short text is returned whole', () => {
  expect(findNearestPassage(PAGE, '“refunded”')).toMatch(/^Home Berths Prices/);
  expect(findNearestPassage('Nothing here.', '“here”')).toBe('Nothing here.');
});
