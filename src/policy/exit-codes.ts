/** Maps verdicts to exit codes of the command line. */
import type { VerdictKind } from '../contract/index.js';

const EXIT_CODES: Record<VerdictKind, number> = {
  done: 0,
  check: 1,
  dialogue: 1,
  usage: 2,
  guard: 3,
  budget: 4,
  stuck: 4,
  infra: 5,
  user: 130,
};

export function getExitCode(kind: VerdictKind): number {
  return EXIT_CODES[kind];
}
