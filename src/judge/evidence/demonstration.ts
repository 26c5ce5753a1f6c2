/** Reads evidence from a demonstration: the instructor's utterances, the navigator's last report, the screenshots. */
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { ParleyError, type SessionEvent, type Turn } from '../../contract/index.js';
import { readSession } from '../../demonstration/index.js';
import { createFileScreenshot } from './screenshots.js';
import type { EvidenceScreenshot, TaskEvidence, UnreadableTask } from './types.js';

/** Verdicts for which the navigator is not responsible. */
const RUN_ERROR_VERDICTS: ReadonlySet<string> = new Set(['infra', 'usage', 'user']);

/** Navigators record this note if the site asked them to prove that they are human. */
const BLOCKED_NOTE = 'blocked';

export const isRunError = (verdict: unknown): boolean => RUN_ERROR_VERDICTS.has(String(verdict));

export function readDemonstrationEvidence(folder: string): TaskEvidence | UnreadableTask {
  const path = resolve(folder);
  try {
    return createEvidence(path, readSession(path).events);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { id: basename(path), site: '', folder: path, fault: error.message };
  }
}

type SayEvent = Extract<SessionEvent, { type: 'say' }>;

function createEvidence(folder: string, events: readonly SessionEvent[]): TaskEvidence {
  const session = events.find((event) => event.type === 'session');
  const utterances = events.filter((event): event is SayEvent => event.type === 'say');
  const { answer, gaveUp } = findFinalResponse(utterances);
  const hasNavigatorTurn = events.some(
    (event) => event.type === 'action' || (event.type === 'say' && event.speaker === 'navigator'),
  );
  const screenshots = listScreenshots(folder, events);
  return {
    id: session?.id ?? basename(folder),
    site: getHost(session?.url ?? ''),
    folder,
    source: 'demonstration',
    task: joinInstructorUtterances(utterances),
    answer,
    // By the WebVoyager paper's rules, a report that the task was not completed is not an answer.
    answerByPaperProtocol: gaveUp ? null : answer,
    decidingRule: !hasNavigatorTurn ? 'one-message' : answer === null || gaveUp ? 'no-answer' : null,
    screenshots,
    // A demonstration's screenshots have no labels.
    screenshotsWithoutLabels: screenshots,
    blocked: utterances.findLast(({ speaker }) => speaker === 'navigator')?.evidence?.note === BLOCKED_NOTE,
    runError: findRunError(events),
  };
}

/** Joins the instructor's utterances, including replies to questions; together they are the task. */
export function joinInstructorUtterances(utterances: readonly { speaker: string; text: string }[]): string {
  return utterances
    .filter(({ speaker }) => speaker === 'instructor')
    .map(({ text }) => text)
    .join('\n');
}

/** Finds the navigator's last utterance of kind `report`, `answer` or, if it gave up, `unfinished`. */
export function findFinalResponse(turns: readonly (SayEvent | Turn)[]): {
  answer: string | null;
  gaveUp: boolean;
} {
  for (const turn of turns.toReversed())
    if (turn.type === 'say' && turn.speaker === 'navigator') {
      if (turn.kind === 'report' || turn.kind === 'answer') return { answer: turn.text, gaveUp: false };
      if (turn.kind === 'unfinished') return { answer: turn.text, gaveUp: true };
    }
  return { answer: null, gaveUp: false };
}

/** Lists screenshots in turn order; the last one was taken when the session ended. */
function listScreenshots(folder: string, events: readonly SessionEvent[]): EvidenceScreenshot[] {
  const files = events.flatMap((event) => getScreenshotFile(event) ?? []);
  // Actions based on the same observation share its screenshot. Only the base name is used, so
  // that a path in the record cannot point outside the folder.
  return [...new Set(files.map((file) => basename(file)))].map((name) =>
    createFileScreenshot(join(folder, 'screenshots', name)),
  );
}

/** Actions record the page before them, and the end event records the last page. Utterances may record a page too. */
function getScreenshotFile(event: SessionEvent): string | null {
  if (event.type === 'end') return event.screenshot ?? null;
  if (event.type !== 'action' && event.type !== 'say') return null;
  const { page } = event as { page?: { screenshot?: string | null } };
  return page?.screenshot ?? null;
}

/** Lists the screenshots that a session has written so far, in turn order. */
export function listScreenshotsSoFar(folder: string): EvidenceScreenshot[] {
  let names: string[];
  try {
    names = readdirSync(join(folder, 'screenshots'));
  } catch {
    return [];
  }
  return names
    .flatMap((name) => {
      const turn = /^screenshot-(\d+)-\d+\.png$/.exec(name)?.[1];
      return turn === undefined ? [] : [{ name, turn: Number(turn) }];
    })
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ name }) => createFileScreenshot(join(folder, 'screenshots', name)));
}

/** @returns why the session ended; null if the navigator is responsible for it */
function findRunError(events: readonly SessionEvent[]): string | null {
  const end = events.findLast((event) => event.type === 'end');
  if (!end) return 'The record has no end event; the session was killed.';
  return isRunError(end.verdict) ? end.reason : null;
}

export function getHost(url: string): string {
  if (!URL.canParse(url)) return '';
  const { host, protocol } = new URL(url);
  return host || protocol.replace(/:$/, '');
}
