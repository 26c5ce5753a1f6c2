/**
 * Detects whether the site asked the visitor to prove that they are human. The webvoyager navigator itself reports
 * this. For other navigators, the detector in `policy/` examines the record of the last page.
 */
import type { SessionEvent } from '../contract/index.js';
import { findChallengeEvidence } from '../policy/index.js';

/** The note that a navigator records when it stops at a page that asks for such proof. */
const BLOCKED_NOTE = 'blocked';

/** @param readHtml reads a recorded page; returns null if the page is missing */
export function isBlocked(
  events: readonly SessionEvent[],
  verdict: string,
  readHtml: (file: string) => string | null,
): boolean {
  const lastSay = events.findLast((event) => event.type === 'say' && event.speaker === 'navigator');
  if (lastSay?.type === 'say' && lastSay.evidence?.note === BLOCKED_NOTE) return true;
  return verdict !== 'done' && endsOnChallenge(events, readHtml);
}

function endsOnChallenge(
  events: readonly SessionEvent[],
  readHtml: (file: string) => string | null,
): boolean {
  let lastPage: { url: string; title: string } | undefined;
  let lastHtml: { url: string; file: string } | null = null;
  for (const event of events)
    if (event.type === 'page') lastPage = event;
    else if (event.type === 'action') {
      lastPage = event.page;
      if (event.page.html !== null) lastHtml = { url: lastPage.url, file: event.page.html };
    } else if (event.type === 'say' && event.page) lastPage = event.page;
  if (!lastPage) return false;
  // An utterance is recorded without HTML. An action on the same page has HTML, which shows how much content the page
  // has.
  const page = lastHtml?.url === lastPage.url ? readHtml(lastHtml.file) : null;
  const text =
    page === null ? [] : [{ kind: 'paragraph', text: extractText(page), section: '', order: 0 } as const];
  return findChallengeEvidence({ url: lastPage.url, title: lastPage.title, candidates: [], text }) !== null;
}

/** Extracts the approximate text of a page. */
const extractText = (html: string): string =>
  html
    .replace(/<(script|style|template|head)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
