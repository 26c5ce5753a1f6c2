/**
 * Puts fences around text from web pages. The marker is derived from the session's secret seed, so a page can neither
 * close the fence nor imitate an instructor's line. A run that is repeated with the same seed sends the same bytes.
 */
import { createHash } from 'node:crypto';

/** Number of hex digits: too many to guess, few enough for any model to copy. */
const BOUNDARY_LENGTH = 12;

export function deriveMarker(seed: string): string {
  return createHash('sha256').update(`parley fence ${seed}`).digest('hex').slice(0, BOUNDARY_LENGTH);
}

/** @param contentKind one word: `page` or `found` */
export function fence(marker: string, contentKind: string, lines: readonly string[]): string {
  const safeLines = lines.map((line) => line.replaceAll(marker, '#'.repeat(BOUNDARY_LENGTH)));
  return [`<<${contentKind} ${marker}`, ...safeLines, `${marker} ${contentKind}>>`].join('\n');
}
