/** Names of MiniWoB++ tasks: the 45 of the SteP paper (arXiv 2310.03720, table 5), and selection by pattern. */
import { ParleyError } from '../../contract/index.js';
import { formatSuggestion } from '../../yaml/index.js';

export const SIMPLE_TASKS: ReadonlySet<string> = new Set([
  'click-link',
  'click-option',
  'focus-text',
  'click-button',
  'click-button-sequence',
  'click-dialog',
  'click-dialog-2',
  'click-tab',
  'click-test',
  'click-test-2',
  'enter-text',
  'focus-text-2',
  'enter-text-dynamic',
  'enter-password',
  'login-user',
  'click-pie',
  'enter-date',
  'grid-coordinate',
  'click-widget',
]);

export const COMPLEX_TASKS: ReadonlySet<string> = new Set([
  'email-inbox',
  'email-inbox-nl-turk',
  'email-inbox-forward-nl-turk',
  'multi-orderings',
  'choose-date',
  'click-collapsible-2',
  'simple-arithmetic',
  'click-tab-2',
  'click-tab-2-hard',
  'multi-layouts',
  'copy-paste',
  'click-collapsible',
  'choose-date-easy',
  'copy-paste-2',
  'simple-algebra',
  'click-checkboxes',
  'click-checkboxes-transfer',
  'login-user-popup',
  'click-checkboxes-soft',
  'enter-text-2',
  'email-inbox-forward-nl',
  'search-engine',
  'find-word',
  'choose-date-medium',
  'click-checkboxes-large',
  'book-flight',
]);

const PAPER_TASKS: readonly string[] = [...SIMPLE_TASKS, ...COMPLEX_TASKS];

/** The pattern that selects every task. */
const ALL_TASKS = 'all';

/**
 * @param availableTasks names of the tasks in the package
 * @param patterns names in which `*` matches any characters, or `all`; by default, the paper's tasks
 * @throws ParleyError `usage` if a pattern matches no task, or if a task of the paper is missing
 */
export function selectTaskNames(
  availableTasks: readonly string[],
  patterns: readonly string[] | undefined,
): string[] {
  if (patterns === undefined) {
    const missingTasks = PAPER_TASKS.filter((name) => !availableTasks.includes(name));
    if (missingTasks.length === 0) return [...PAPER_TASKS];
    throw new ParleyError(
      'usage',
      `The pages do not contain ${missingTasks.length} of the paper’s ${PAPER_TASKS.length} tasks, such as ${missingTasks[0]}.`,
      'Choose tasks with --task, or give the complete package with --pages.',
    );
  }
  const selectedNames = new Set(patterns.flatMap((pattern) => matchPattern(availableTasks, pattern)));
  return availableTasks.filter((name) => selectedNames.has(name));
}

function matchPattern(availableTasks: readonly string[], pattern: string): readonly string[] {
  if (pattern === ALL_TASKS) return availableTasks;
  const escapedParts = pattern.split('*').map((part) => part.replace(/[^\w-]/g, '\\$&'));
  const expression = new RegExp(`^${escapedParts.join('.*')}$`);
  const names = availableTasks.filter((name) => expression.test(name));
  if (names.length > 0) return names;
  throw new ParleyError(
    'usage',
    `No MiniWoB++ task matches “${pattern}”.${formatSuggestion(pattern, availableTasks)}`,
    'Tasks have the names of their pages, such as click-button; * matches any characters, and all selects every task.',
  );
}
