/**
 * A glimpse of the main frame while the page settles: what its elements say, for a ranker that wants to begin
 * early. It gives no ids, takes no notice of news, and whether it comes about changes nothing else.
 */
import type { Page } from 'playwright';

import type { Candidate } from '../contract/index.js';
import type { WireLook } from './injected/wire.js';
import { ask, question } from './engine.js';
import { candidatesOf } from './observers/candidates.js';
import { UNMOVED } from './observers/placing.js';
import { rowsOf } from './observers/rows.js';

const GLIMPSE_MS = 1_000;

/** @throws Playwright's errors where the page gives no answer */
export async function glimpse(page: Page): Promise<Candidate[]> {
  const asked = question('look', 0, 'glimpse', 'peek', 'documents');
  const look = await ask<WireLook>(page.mainFrame(), asked, GLIMPSE_MS);
  const { width, height } = look.viewport;
  const sight = { x: 0, y: 0, width, height };
  return candidatesOf({ ...UNMOVED, behind: false, sight, rows: rowsOf(look.rows), frame: [] }, 0);
}
