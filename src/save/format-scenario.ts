/** Formats a saved scenario as text. Pure. */
import type { Proposal } from './checks.js';
import { formatEntry, formatInline, formatItem, indentLines, toComment } from './format-yaml.js';
import type { SavedLine, SavedScenario } from './scenario.js';

export function formatScenario(scenario: SavedScenario): string {
  const { comments, name, start, vars, secrets, replies, dialogue, budget, domains } = scenario;
  const { url, reset, ...settings } = start;
  const lines = [
    ...comments.flatMap((comment) => toComment(comment)),
    'scenario: 1',
    ...formatEntry('name', name, 0),
    ...section(
      'vars',
      vars.flatMap(({ name: key, date, format, written }) => [
        `${formatEntry(key, { date, ...(format === undefined ? {} : { format }) }, 2).join('')} # ${written} in the session`,
      ]),
    ),
    ...(secrets.length > 0 ? [`secrets: ${formatInline(secrets)}`] : []),
    ...section('start', [
      ...formatEntry('url', url, 2),
      ...(reset === undefined ? [] : [`reset: ${formatInline({ post: reset })}`]),
      ...Object.entries(settings).flatMap(([key, value]) => formatEntry(key, value, 2)),
    ]),
    ...section(
      'replies',
      replies.flatMap((reply) => formatItem({ ...reply }, 2)),
    ),
    ...section('dialogue', dialogue.flatMap(formatLine)),
    ...section('guard', domains.length > 0 ? formatEntry('domains', domains, 2) : []),
    ...(budget ? [`budget: ${formatInline(budget)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const section = (key: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${key}:`, ...indentLines(lines, 2)];

function formatLine({ say, when, comment, expect, check }: SavedLine): string[] {
  return [
    ...toComment(comment ?? ''),
    ...formatItem({ say, ...(when ? { when } : {}) }, 2),
    ...indentLines([...formatProposals('expect', expect), ...formatProposals('check', check)], 2),
  ];
}

/**
 * Formats strong checks, then weak ones as comments with their reason. Without strong checks, the key is a comment too.
 */
function formatProposals(key: string, proposals: readonly Proposal[]): string[] {
  if (proposals.length === 0) return [];
  const strong = proposals
    .filter(({ weak }) => weak === undefined)
    .flatMap(({ entry }) => formatItem(entry, 6));
  const weak = proposals.flatMap(({ entry, weak: reason }) =>
    reason === undefined
      ? []
      : [...toComment(`Weak: ${reason}.`), ...formatItem(entry, 8).map((line) => `# ${line}`)],
  );
  return strong.length > 0
    ? [`${key}:`, ...indentLines([...strong, ...weak], 2)]
    : [...weak.slice(0, 1), `# ${key}:`, ...weak.slice(1).map((line) => line.replace(/^# /, '#   '))];
}
