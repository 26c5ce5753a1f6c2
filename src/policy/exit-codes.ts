/** Exit codes of the command line, by verdict. */
import type { VerdictKind } from '../contract/index.js';

const CODES: Record<VerdictKind, number> = {
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

export function exitCode(kind: VerdictKind): number {
  return CODES[kind];
}
