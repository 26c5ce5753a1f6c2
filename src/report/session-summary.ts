/** Reads a session for the index and the Markdown summary. */
import type { Redactor } from '../secrets/index.js';
import type { MarkdownSession } from './markdown.js';
import { maskRecord } from './mask.js';
import { tallyEvents, toOverview, type SessionOverview } from './overview.js';
import type { ReportPhrases } from './phrases.js';
import { describeIncompleteRecord, readNonEmptySession } from './session-report.js';
import type { ReportEnd } from './summary.js';

export interface SessionSummary extends MarkdownSession {
  overview: SessionOverview;
}

/** @throws ParleyError `usage` if the folder is not a session that this version can read */
export function readSessionSummary(
  dir: string,
  { phrases, redactor }: { phrases: ReportPhrases; redactor: Redactor },
): SessionSummary {
  const session = readNonEmptySession(dir);
  const events = session.events.map((event) => maskRecord(event, redactor));
  const tally = tallyEvents(events, phrases);
  const lastEvent = events.at(-1);
  const end: ReportEnd =
    lastEvent?.type === 'end'
      ? lastEvent
      : { type: 'incomplete', reason: describeIncompleteRecord(session.hasIncompleteLine) };
  const overview = toOverview(events, tally, end);
  return { name: overview.name, events, end, tally, overview };
}
