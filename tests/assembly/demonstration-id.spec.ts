/** The names of demonstration folders. */
import { expect, test } from '@playwright/test';

import { createDemonstrationId } from '../../src/assembly/demonstration-id.js';

test('conversations that start in the same second are stored in different folders', () => {
  const now = new Date('2026-11-21T17:05:09.123Z');
  const firstId = createDemonstrationId('Find a river!', now, 36);
  expect(firstId).toBe('2026-11-21T17-05-09-find-a-river-10');
  expect(createDemonstrationId('Find a river!', now, 36)).toBe(`${firstId}-2`);
  expect(createDemonstrationId('Find a lake', now, 36)).toBe('2026-11-21T17-05-09-find-a-lake-10');
});
