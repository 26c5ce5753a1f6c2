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
    ...formatSection(
      'vars',
      vars.flatMap(({ name: key, date, format, originalText }) => [
        `${formatEntry(key, { date, ...(format === undefined ? {} : { format }) }, 2).join('')} # ${originalText} in the session`,
      ]),
    ),
    ...(secrets.length > 0 ? [`secrets: ${formatInline(secrets)}`] : []),
    ...formatSection('start', [
      ...formatEntry('url', url, 2),
      ...(reset === undefined ? [] : [`reset: ${formatInline({ post: reset })}`]),
      ...Object.entries(settings).flatMap(([key, value]) => formatEntry(key, value, 2)),
    ]),
    ...formatSection(
      'replies',
      replies.flatMap((reply) => formatItem({ ...reply }, 2)),
    ),
    ...formatSection('dialogue', dialogue.flatMap(formatDialogueLine)),
    ...formatSection('guard', domains.length > 0 ? formatEntry('domains', domains, 2) : []),
    ...(budget ? [`budget: ${formatInline(budget)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const formatSection = (key: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${key}:`, ...indentLines(lines, 2)];

function formatDialogueLine({ say, when, comment, expect, check }: SavedLine): string[] {
  return [
    ...toComment(comment ?? ''),
    ...formatItem({ say, ...(when ? { when } : {}) }, 2),
    ...indentLines([...formatProposedChecks('expect', expect), ...formatProposedChecks('check', check)], 2),
  ];
}

/**
 * Formats strong checks, then weak ones as comments with their reason. If there are no strong checks, the key is commented
 * out, too.
 */
function formatProposedChecks(key: string, proposals: readonly Proposal[]): string[] {
  if (proposals.length === 0) return [];
  const strongChecks = proposals
    .filter(({ weakReason }) => weakReason === undefined)
    .flatMap(({ entry }) => formatItem(entry, 6));
  const weakChecks = proposals.flatMap(({ entry, weakReason: reason }) =>
    reason === undefined
      ? []
      : [...toComment(`Weak: ${reason}.`), ...formatItem(entry, 8).map((line) => `# ${line}`)],
  );
  return strongChecks.length > 0
    ? [`${key}:`, ...indentLines([...strongChecks, ...weakChecks], 2)]
    : [
        ...weakChecks.slice(0, 1),
        `# ${key}:`,
        ...weakChecks.slice(1).map((line) => line.replace(/^# /, '#   ')),
      ];
}
