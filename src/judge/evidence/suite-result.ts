/** Reads `result.json`, a suite's record of a task and its run. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { isRunError, readDemonstrationEvidence } from './demonstration.js';
import type { TaskEvidence, UnreadableTask } from './types.js';

export const RESULT_FILE = 'result.json';

export interface SuiteResultFacts {
  id: string;
  site: string;
  task: string;
  /** The navigator's complete answer; null if there is none. */
  answer: string | null;
  /** Whether the site blocked the run. */
  blocked: boolean;
  /** Why the run ended, if the navigator was not responsible; otherwise null. */
  runError: string | null;
  /** Absolute path of the last attempt; null if there is none. */
  demonstration: string | null;
}

/** @returns null if the file is missing or was written by another program */
export function readSuiteResult(folder: string): SuiteResultFacts | null {
  let value: Record<string, unknown> | null;
  try {
    value = JSON.parse(readFileSync(join(folder, RESULT_FILE), 'utf8')) as Record<string, unknown> | null;
  } catch {
    return null;
  }
  const { id, site, task, verdict, reason, answer, blocked, demonstration } = value ?? {};
  if (typeof id !== 'string' || typeof verdict !== 'string') return null;
  return {
    id,
    site: typeof site === 'string' ? site : '',
    task: typeof task === 'string' ? task : '',
    answer: typeof answer === 'string' ? answer : null,
    blocked: blocked === true,
    runError: isRunError(verdict) ? String(reason ?? verdict) : null,
    demonstration: typeof demonstration === 'string' ? findDemonstration(folder, demonstration) : null,
  };
}

/** Returns the absolute path; null if it is outside the task's folder or contains no demonstration. */
function findDemonstration(folder: string, name: string): string | null {
  const path = resolve(folder, name);
  const isInside = name !== '' && !relative(folder, path).startsWith('..');
  return isInside && existsSync(join(path, 'session.jsonl')) ? path : null;
}

/** Reads the evidence on a task that has a result but no messages, because an infrastructure error ended it. */
export function readResultEvidence(folder: string, facts: SuiteResultFacts): TaskEvidence | UnreadableTask {
  const { demonstration, ...resultFields } = facts;
  const sharedFields = { ...resultFields, folder };
  if (demonstration !== null) return { ...readDemonstrationEvidence(demonstration), ...sharedFields };
  return {
    ...sharedFields,
    source: 'webvoyager',
    answerByPaperProtocol: null,
    decidingRule: 'one-message',
    screenshots: [],
    screenshotsWithoutLabels: [],
  };
}
