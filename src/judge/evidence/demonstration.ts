/** Reads evidence from a demonstration: the instructor's lines, the navigator's last report, the screenshots. */
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { ParleyError, type SessionEvent, type Turn } from '../../contract/index.js';
import { readSession } from '../../demonstration/index.js';
import { pictureFile } from './pictures.js';
import type { EvidencePicture, TaskEvidence, UnreadableTask } from './types.js';

/** Verdicts for which the navigator is not responsible. */
const RUN_ERRORS: ReadonlySet<string> = new Set(['infra', 'usage', 'user']);

/** The note with which a navigator reports that the site demanded proof of being human. */
const BLOCKED_NOTE = 'blocked';

export const isRunError = (verdict: unknown): boolean => RUN_ERRORS.has(String(verdict));

export function readDemonstrationEvidence(folder: string): TaskEvidence | UnreadableTask {
  const path = resolve(folder);
  try {
    return toEvidence(path, readSession(path).events);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { id: basename(path), site: '', folder: path, fault: error.message };
  }
}

type SayEvent = Extract<SessionEvent, { type: 'say' }>;

function toEvidence(folder: string, events: readonly SessionEvent[]): TaskEvidence {
  const session = events.find((event) => event.type === 'session');
  const lines = events.filter((event): event is SayEvent => event.type === 'say');
  const { answer, gaveUp } = findFinalResponse(lines);
  const hasNavigatorTurn = events.some(
    (event) => event.type === 'action' || (event.type === 'say' && event.speaker === 'navigator'),
  );
  const pictures = listPictures(folder, events);
  return {
    id: session?.id ?? basename(folder),
    site: hostOf(session?.url ?? ''),
    folder,
    source: 'demonstration',
    task: joinLines(lines),
    answer,
    // In the paper, a report that the task was not completed is not an answer.
    faithfulAnswer: gaveUp ? null : answer,
    rule: !hasNavigatorTurn ? 'one-message' : answer === null || gaveUp ? 'no-answer' : null,
    pictures,
    plainPictures: pictures,
    blocked: lines.findLast(({ speaker }) => speaker === 'navigator')?.evidence?.note === BLOCKED_NOTE,
    runError: findRunError(events),
  };
}

/** The instructor's lines are the task, including replies to questions. */
export function joinLines(says: readonly { speaker: string; text: string }[]): string {
  return says
    .filter(({ speaker }) => speaker === 'instructor')
    .map(({ text }) => text)
    .join('\n');
}

/** Finds the navigator's last `report` or `answer`; `unfinished` marks one that gave up. */
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
function listPictures(folder: string, events: readonly SessionEvent[]): EvidencePicture[] {
  const files = events.flatMap((event) => screenshotOf(event) ?? []);
  // Actions based on the same observation share its screenshot. Base names keep the path inside the folder.
  return [...new Set(files.map((file) => basename(file)))].map((name) =>
    pictureFile(join(folder, 'screenshots', name)),
  );
}

/** An action records the page before it, and the end records the last page. Utterances may record a page too. */
function screenshotOf(event: SessionEvent): string | null {
  if (event.type === 'end') return event.screenshot ?? null;
  if (event.type !== 'action' && event.type !== 'say') return null;
  const { page } = event as { page?: { screenshot?: string | null } };
  return page?.screenshot ?? null;
}

/** Lists the screenshots that a session has written so far, in turn order. */
export function listWrittenPictures(folder: string): EvidencePicture[] {
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
    .map(({ name }) => pictureFile(join(folder, 'screenshots', name)));
}

/** @returns null if the navigator is responsible for the end of the session */
function findRunError(events: readonly SessionEvent[]): string | null {
  const end = events.findLast((event) => event.type === 'end');
  if (!end) return 'The recording has no end; the session was killed.';
  return isRunError(end.verdict) ? end.reason : null;
}

export function hostOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { host, protocol } = new URL(url);
  return host || protocol.replace(/:$/, '');
}
