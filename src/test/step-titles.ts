/** Formats actions, checks and URLs as one-line titles for steps and summaries. */
import { formatAction } from '../action/index.js';
import type { CheckResult, Observation, PageAction } from '../contract/index.js';
import { stripTerminalControls } from '../text/index.js';

const MAX_TITLE_LENGTH = 120;

export function shorten(text: string, maxLength = MAX_TITLE_LENGTH): string {
  const line = stripTerminalControls(text).replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

/** Formats an action and its target, as the target was last observed. */
export function formatActionTitle(action: PageAction, observation: Observation | null): string {
  const uid = 'uid' in action ? action.uid : undefined;
  const candidate = observation?.candidates.find((candidate) => candidate.uid === uid);
  return formatAction(action, candidate ? { ...candidate, name: candidate.name || candidate.text } : null);
}

/** Removes the line number, because the enclosing step already shows it. */
export const stripLineNumber = (label: string): string => label.replace(/^line \d+: /, '');

/**
 * Formats a check. If it failed, the title contains the actual value, because reports show only a step's title and
 * location.
 */
export const formatCheckTitle = ({ label, soft, pass, actual }: CheckResult): string =>
  `check: ${shorten(stripLineNumber(label))}${pass ? '' : ` (found: ${shorten(actual)})`}${soft ? ' (soft)' : ''}`;

/** Formats a URL as its path and query, because the host is the same throughout a scenario. */
export function formatUrlPath(url: string): string {
  if (!/^https?:/.test(url)) return '';
  const { pathname, search } = new URL(url);
  return shorten(`${pathname}${search}`);
}
