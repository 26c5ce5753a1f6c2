/** A run beside its baseline: what came of the comparison, and the baseline written anew where that is asked for. */
import { compare } from '../../measure/index.js';
import { exitCode } from '../../policy/index.js';
import { readBaseline, writeBaseline } from '../baseline.js';
import { figuresOf, joined } from './reliability.js';
import type { Summary } from './summary.js';

/** @throws Problem `usage` for a file that is no baseline */
export function besideBaseline(summary: Summary, file: string, update: boolean): Summary {
  const before = readBaseline(file);
  const now = joined(summary.scenarios.map(figuresOf));
  if (update) writeBaseline(file, before ?? [], now);
  if (!before || update) return summary;
  const comparison = compare(before, now);
  if (comparison.now.scenarios === 0) return summary;
  const exit = comparison.rate === 'worse' && summary.exit === 0 ? exitCode('check') : summary.exit;
  return { ...summary, comparison, exit };
}
