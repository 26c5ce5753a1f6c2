/** What folders of demonstrations are called. */
import { expect, test } from '@playwright/test';

import { demonstrationId } from '../../src/assembly/demonstration-id.js';

test('conversations that begin in the same second have folders of their own', () => {
  const now = new Date('2026-11-21T17:05:09.123Z');
  const first = demonstrationId('Find a river!', now, 36);
  expect(first).toBe('2026-11-21T17-05-09-find-a-river-10');
  expect(demonstrationId('Find a river!', now, 36)).toBe(`${first}-2`);
  expect(demonstrationId('Find a lake', now, 36)).toBe('2026-11-21T17-05-09-find-a-lake-10');
});
