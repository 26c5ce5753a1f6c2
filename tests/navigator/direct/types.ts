/** The contract's types that these tests speak of. */
import type { Turn } from '../../../src/contract/index.js';

export type {
  Candidate,
  Decision,
  Inspector,
  Navigator,
  Observation,
  Outcome,
  TextBlock,
  Turn,
} from '../../../src/contract/index.js';
export type ActTurnOf = Extract<Turn, { type: 'act' }>;
