/**
 * The fence around what pages wrote. Its marker is made from the session's secret seed: a page cannot guess it,
 * so it can neither close the fence nor sign a line as the instructor, and a run that is repeated with the same
 * seed sends the same bytes.
 */
import { createHash } from 'node:crypto';

/** Short enough to be copied by any model, long enough not to be guessed. */
const LENGTH = 12;

export function markerOf(seed: string): string {
  return createHash('sha256').update(`parley fence ${seed}`).digest('hex').slice(0, LENGTH);
}

/** @param what `page`, `found`: what stands inside, in one word */
export function fenced(marker: string, what: string, lines: readonly string[]): string {
  const inside = lines.map((line) => line.replaceAll(marker, '#'.repeat(LENGTH)));
  return [`<<${what} ${marker}`, ...inside, `${marker} ${what}>>`].join('\n');
}
