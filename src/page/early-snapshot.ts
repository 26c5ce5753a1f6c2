/**
 * Reads the main frame's elements while the page is still settling, so that the ranker can start early. Assigns no
 * uids, and leaves new notices for the next observation. A failure does not affect that observation.
 */
import type { Page } from 'playwright';

import type { Candidate } from '../contract/index.js';
import type { WireSnapshot } from './injected/wire.js';
import { queryEngine, formatQuery } from './engine.js';
import { toCandidates } from './observers/candidates.js';
import { IDENTITY_TRANSFORM } from './observers/frame-transform.js';
import { decodeRows } from './observers/element-rows.js';

const SNAPSHOT_TIMEOUT_MS = 1_000;

/** @throws Playwright's errors if the page does not answer */
export async function readEarlySnapshot(page: Page): Promise<Candidate[]> {
  const query = formatQuery('snapshot', 0, 'early', 'peek', 'documents');
  const snapshot = await queryEngine<WireSnapshot>(page.mainFrame(), query, SNAPSHOT_TIMEOUT_MS);
  const { width, height } = snapshot.viewport;
  const visibleBox = { x: 0, y: 0, width, height };
  return toCandidates(
    { ...IDENTITY_TRANSFORM, behindModal: false, visibleBox, rows: decodeRows(snapshot.rows), urlChain: [] },
    0,
  );
}
