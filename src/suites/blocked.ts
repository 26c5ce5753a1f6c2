/**
 * Detects whether the site demanded proof that its visitor is human. The navigator webvoyager reports this itself; for
 * other navigators, the policy's detector examines the record of the last page.
 */
import type { SessionEvent } from '../contract/index.js';
import { findChallenge } from '../policy/index.js';

/** The note with which a navigator reports that it stopped at such a page. */
const BLOCKED_NOTE = 'blocked';

/** @param readHtml reads a recorded page; null if it is missing */
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
  let last: { url: string; title: string } | undefined;
  let html: { url: string; file: string } | null = null;
  for (const event of events)
    if (event.type === 'page') last = event;
    else if (event.type === 'action') {
      last = event.page;
      if (event.page.html !== null) html = { url: last.url, file: event.page.html };
    } else if (event.type === 'say' && event.page) last = event.page;
  if (!last) return false;
  // Utterances record no HTML, but an action on the same page does; it shows how much content the page has.
  const page = html?.url === last.url ? readHtml(html.file) : null;
  const text =
    page === null ? [] : [{ kind: 'paragraph', text: textOf(page), section: '', order: 0 } as const];
  return findChallenge({ url: last.url, title: last.title, candidates: [], text }) !== null;
}

/** Extracts the approximate text of a page. */
const textOf = (html: string): string =>
  html
    .replace(/<(script|style|template|head)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
