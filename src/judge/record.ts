/** `judge.json`: the verdict on one task, stored in the task's folder. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ParleyError } from '../contract/index.js';
import type { VerdictRule, VerdictValue } from './protocol/faithful.js';

export const JUDGE_COMPATS = ['faithful', 'hardened'] as const;
export type JudgeCompat = (typeof JUDGE_COMPATS)[number];

/**
 * - `judged`: success or failure.
 * - `unknown`: the judge could not decide, or its answer was not a verdict.
 * - `run-error`: the run ended for reasons outside the navigator, or its recording is unreadable.
 */
export type JudgeStatus = 'judged' | 'unknown' | 'run-error';

/** The format of `judge.json`. It is public: change it only by adding fields. */
export interface JudgeRecord {
  v: 1;
  id: string;
  site: string;
  status: JudgeStatus;
  /** 1: success, 0: failure, null: neither. */
  verdict: VerdictValue;
  compat: JudgeCompat;
  /** Requested number of screenshots; null: as many as fit. */
  k: number | null;
  /** Number of screenshots shown to the judge, and total number in the run. */
  screenshots: { shown: number; total: number };
  /** Null if a rule decided without a model. */
  model: string | null;
  /** The rule that decided without a model. */
  rule: VerdictRule | null;
  /** The judge's reasons, or its whole answer if that is not a verdict. */
  explanation: string;
  tokens: { prompt: number; answer: number };
  /** US dollars; null if the price is unknown. */
  usd: number | null;
  /** Whether the site asked for proof of being human, or blocked the run. Null if this was not examined. */
  reached_captcha: boolean | null;
  /** Whether the task is impossible. Null if this was not examined. */
  impossible_task: boolean | null;
  /** Whether the judge saw a possible answer as a hint. */
  hints: boolean;
  /** Whether the run reported that the site blocked it. */
  blocked: boolean;
  /** Why the run ended early, if the navigator was not responsible. */
  run_error: string | null;
  at: string;
}

/** Verdicts with hints are stored separately from those without. */
export function getRecordFileName(hints: boolean): string {
  return hints ? 'judge.hints.json' : 'judge.json';
}

/** @returns null if the task has no verdict yet, or its file is invalid */
export function readJudgeRecord(folder: string, hints: boolean): JudgeRecord | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, getRecordFileName(hints)), 'utf8'));
    return isJudgeRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isJudgeRecord(value: unknown): value is JudgeRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { v, id, status, verdict, compat, screenshots, tokens } = value as Record<string, unknown>;
  return (
    v === 1 &&
    typeof id === 'string' &&
    ['judged', 'unknown', 'run-error'].includes(status as string) &&
    (verdict === 1 || verdict === 0 || verdict === null) &&
    JUDGE_COMPATS.includes(compat as JudgeCompat) &&
    typeof screenshots === 'object' &&
    typeof tokens === 'object'
  );
}

/** Replaces the file atomically. @throws ParleyError `usage` if it cannot be written */
export function writeJudgeRecord(folder: string, record: JudgeRecord): void {
  const path = join(folder, getRecordFileName(record.hints));
  const temporaryPath = `${path}.tmp`;
  try {
    writeFileSync(temporaryPath, `${JSON.stringify(record, null, 2)}\n`);
    renameSync(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    throw new ParleyError(
      'usage',
      `“${path}” cannot be written (${code}).`,
      'Make the folder writable, or copy the results elsewhere.',
      { cause: error },
    );
  }
}
