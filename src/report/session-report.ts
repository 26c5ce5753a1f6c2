/** Writes the report of a recorded session. */
import { ParleyError, type SessionEvent } from '../contract/index.js';
import {
  readDemonstration,
  readPrompts,
  readSession,
  type RecordedPrompt,
  type Session,
  type WeblinxTurn,
} from '../demonstration/index.js';
import type { Redactor } from '../secrets/index.js';
import { readViewerAssets } from './assets.js';
import { ReportBuilder } from './builder.js';
import { readJudgement } from './judgement.js';
import { maskRecord } from './mask.js';
import type { ReportPhrases } from './phrases.js';
import { ScreenshotReader } from './read-screenshots.js';
import { ReportFile } from './report-file.js';

export interface ReportOptions {
  phrases: ReportPhrases;
  /** The record is already masked; this masks secrets that were registered later. */
  redactor: Redactor;
}

export interface WrittenReport {
  /** Problems with the record, one sentence each. */
  warnings: string[];
}

export const NO_END_REASON = 'The record has no end: the session is still running, or it was killed.';

/**
 * @param path the report's file; it is replaced when the report is complete
 * @throws ParleyError `usage` if the folder is not a session that this version can read
 */
export async function writeSessionReport(
  dir: string,
  path: string,
  { phrases, redactor }: ReportOptions,
): Promise<WrittenReport> {
  const { events, hasIncompleteLine } = readNonEmptySession(dir);
  const warnings: string[] = [];
  const prompts = readOptional(() => readPrompts(dir) ?? [], [], warnings);
  const turns = readOptional((): readonly WeblinxTurn[] => readDemonstration(dir).turns, [], warnings);
  const screenshots = new ScreenshotReader(dir, () => turns);
  const judgement = readJudgement(dir);
  const maskedJudgement = judgement && maskRecord(judgement, redactor);
  const builder = new ReportBuilder(phrases, readViewerAssets(), maskedJudgement);
  const file = ReportFile.replace(path);
  try {
    for (const event of events) {
      for (const prompt of takePromptsBefore(event, prompts, builder))
        file.append(builder.addPrompt(maskRecord(prompt, redactor)));
      const screenshot = await screenshots.read(event);
      file.append(builder.addEvent(maskRecord(event, redactor), screenshot));
    }
    if (!builder.hasEnded) {
      for (const prompt of prompts) file.append(builder.addPrompt(maskRecord(prompt, redactor)));
      file.append(builder.finishIncomplete(describeIncompleteRecord(hasIncompleteLine)));
    }
  } catch (error) {
    file.discard();
    throw error;
  }
  file.close();
  warnings.push(...screenshots.listWarnings());
  return { warnings };
}

/** Reads a session. @throws ParleyError `usage` if it cannot be read or was killed before it recorded anything */
export function readNonEmptySession(dir: string): Session {
  const session = readSession(dir);
  if (session.events.length === 0)
    throw new ParleyError(
      'usage',
      `The session in “${dir}” was killed before it recorded anything.`,
      'Run it again.',
    );
  return session;
}

export const describeIncompleteRecord = (hasIncompleteLine: boolean): string =>
  hasIncompleteLine ? `${NO_END_REASON} Its last line is incomplete and was left out.` : NO_END_REASON;

/** Removes the requests that were made before this event. */
function takePromptsBefore(
  event: SessionEvent,
  prompts: RecordedPrompt[],
  { tally }: ReportBuilder,
): RecordedPrompt[] {
  if (event.type === 'end') return prompts.splice(0);
  const isTurn = event.type === 'say' || event.type === 'action';
  const nextTurn = isTurn ? event.turn : tally.turns;
  const isDue = ({ turn, purpose }: RecordedPrompt): boolean =>
    isTurn ? turn <= nextTurn : event.type === 'check' && purpose !== 'navigator' && turn <= nextTurn;
  const firstLaterIndex = prompts.findIndex((prompt) => !isDue(prompt));
  return prompts.splice(0, firstLaterIndex === -1 ? prompts.length : firstLaterIndex);
}

/** Reads an optional file of the record; adds a warning if that fails. */
function readOptional<T>(read: () => T, fallback: T, warnings: string[]): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    warnings.push(`${error.message} The report was written without it.`);
    return fallback;
  }
}
