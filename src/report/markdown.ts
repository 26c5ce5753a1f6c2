/** Summarises one or more sessions as Markdown, for pull requests. Pure. */
import type { SessionEvent } from '../contract/index.js';
import { describeOutcomeState, getOutcomeState } from './effects.js';
import { formatCost, formatDuration, formatNumber } from './format-numbers.js';
import type { ReportPhrases } from './phrases.js';
import { summariseDone, type SessionOverview } from './overview.js';
import { describeVerdict, listTotals, type ReportEnd } from './summary.js';
import type { Tally } from './tally.js';

const MAX_LINE_LENGTH = 300;

/** Escapes Markdown and HTML and joins lines. `@` is escaped too, because it would notify people. */
export function escapeMarkdown(text: string): string {
  const singleLine = text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LINE_LENGTH);
  return singleLine
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_{}[\]()#!|~]/g, '\\$&')
    .replace(/@/g, '&#64;')
    .replace(/\b(https?|ftp):\/\//gi, '$1:&#47;&#47;')
    .replace(/\bwww\./gi, 'www&#46;');
}

export interface MarkdownSession {
  name: string;
  events: readonly SessionEvent[];
  end: ReportEnd;
  tally: Tally;
}

/** Formats one session's verdict, totals, problems and conversation. */
export function formatSessionMarkdown(
  { name, events, end, tally }: MarkdownSession,
  phrases: ReportPhrases,
): string {
  const verdict = end.type === 'incomplete' ? 'No verdict' : describeVerdict(end.verdict);
  const totals = listTotals(end, tally);
  const problems = tally.problems.map(
    ({ title, text, isDecisive }) =>
      `- ${isDecisive ? '**' : ''}${title}${isDecisive ? '**' : ''}: ${escapeMarkdown(text)}`,
  );
  const conversation = events.flatMap((event) => formatEvent(event, phrases));
  return [
    `## ${escapeMarkdown(name)}: ${verdict}`,
    '',
    escapeMarkdown(end.reason),
    ...(end.type === 'end' && end.next ? ['', `Next step: ${escapeMarkdown(end.next)}`] : []),
    '',
    ...formatTotals(totals),
    ...(problems.length > 0 ? ['', '### Where it went wrong', '', ...problems] : []),
    '',
    ...formatConversation(conversation),
  ].join('\n');
}

const formatTotals = (totals: readonly [name: string, value: string][]): string[] => [
  `| ${totals.map(([name]) => name).join(' | ')} |`,
  `|${totals.map(() => '---|').join('')}`,
  `| ${totals.map(([, value]) => escapeMarkdown(value)).join(' | ')} |`,
];

const formatConversation = (lines: readonly string[]): string[] => [
  '<details><summary>Conversation</summary>',
  '',
  ...lines,
  '',
  '</details>',
  '',
];

/**
 * Formats a demonstration without `session.jsonl`.
 *
 * @param turns speaker and text of each turn; the speaker is empty for an action
 */
export function formatDemonstrationMarkdown(
  name: string,
  totals: readonly [name: string, value: string][],
  turns: readonly (readonly [speaker: string, text: string])[],
): string {
  const lines = turns.map(
    ([speaker, text], index) =>
      `- ${speaker === '' ? String(index) : `**${index} ${speaker}:**`} ${escapeMarkdown(text)}`,
  );
  return [
    `## ${escapeMarkdown(name)}: recorded demonstration`,
    '',
    ...formatTotals(totals),
    '',
    ...formatConversation(lines),
  ].join('\n');
}

function formatEvent(event: SessionEvent, phrases: ReportPhrases): string[] {
  switch (event.type) {
    case 'say': {
      const speaker = event.speaker === 'instructor' ? 'Instructor' : 'Navigator';
      return [`- **${event.turn} ${speaker}:** ${escapeMarkdown(event.text)}`];
    }
    case 'action': {
      const stateSuffix =
        getOutcomeState(event.outcome) === 'ok'
          ? ''
          : ` (**${escapeMarkdown(describeOutcomeState(event.outcome))}**)`;
      return [`- ${event.turn} ${escapeMarkdown(phrases.describeAction(event))}${stateSuffix}`];
    }
    case 'check': {
      const { pass, label, unknown } = event.result;
      return [`- Check ${pass ? 'passed' : unknown ? 'undecided' : '**failed**'}: ${escapeMarkdown(label)}`];
    }
    default:
      return [];
  }
}

/** Formats a table with one row per session. */
export function formatIndexMarkdown(sessions: readonly SessionOverview[]): string {
  const rows = sessions.map(
    ({ name, verdict, turns, actions, seconds, tokens, cost }) =>
      `| ${escapeMarkdown(name)} | ${verdict} | ${turns} | ${actions} | ${formatDuration(seconds)} | ${formatNumber(tokens)} | ${tokens === 0 ? '–' : formatCost(cost)} |`,
  );
  return [
    `## Sessions: ${summariseDone(sessions).text}`,
    '',
    '| Session | Verdict | Turns | Actions | Time | Tokens | Cost |',
    '|---|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}
