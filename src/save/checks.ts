/**
 * Proposes checks for a line from its record: the URL, the page's message, the fact in the answer and the changed
 * values. A check that may fail in the next run is weak: it has a reason and is written as a comment. Pure.
 */
import type { ActionTarget, Effect } from '../contract/index.js';
import { type RecordedAction, findUrlAfter, hasEffect, type SpokenLine } from './conversation.js';
import { findFact, findMessage } from './facts.js';
import { splitIntoWords } from './words.js';

export interface Proposal {
  /** An entry of the scenario's `check` or `expect` list. */
  entry: Readonly<Record<string, unknown>>;
  /** Why the check may fail although nothing is wrong. Absent for reliable checks. */
  weakReason?: string;
}

export interface ProposedChecks {
  expect: Proposal[];
  check: Proposal[];
}

export interface CheckContext {
  /** Whether the site always starts in the same state, so that it generates the same numbers and ids in each run. */
  isRepeatable: boolean;
  /** All of the instructor's text. The site did not generate the numbers in it. */
  instructorText: string;
}

const MAX_VALUES = 4;

export function proposeChecks(line: SpokenLine, context: CheckContext): ProposedChecks {
  const expect = proposeExpectations(line);
  const check = [...proposeUrl(line, context), ...proposeMessage(line, context), ...proposeValues(line)];
  return { expect, check: check.length > 0 ? check : proposeTypedText(line) };
}

function proposeExpectations({ text, lastSay, end }: SpokenLine): Proposal[] {
  if (end !== 'done' || lastSay?.kind !== 'answer') return [];
  const fact = findFact(text, lastSay.text);
  return fact === null
    ? [{ entry: { says: lastSay.text }, weakReason: 'this is the whole answer; keep only the relevant fact' }]
    : [{ entry: { says: fact } }];
}

/** Ids that are different in every run: UUIDs, long hexadecimal and long decimal numbers. */
const RANDOM_ID = /^(?:[\da-f]{8}-[\da-f-]{20,}|(?=[a-z]*\d)[\da-f]{12,}|\d{9,})$/i;

function proposeUrl(line: SpokenLine, { isRepeatable }: CheckContext): Proposal[] {
  const { urlAfter, urlBefore, end } = line;
  const hasGivenUp = end === 'gave-up';
  if (!/^(?:https?|file):/.test(urlAfter) || (urlAfter === urlBefore && !hasGivenUp)) return [];
  const { pathname, search, hash } = new URL(urlAfter);
  const hasFollowedLink = line.actions.some(
    (action) => findUrlAfter(action) === urlAfter && linksTo(action.target, action.page.url, urlAfter),
  );
  const parts = decode(pathname)
    .split('/')
    .map((part) => {
      const isGenerated =
        !isRepeatable && !hasFollowedLink && line.openedUrl === undefined && /\d/.test(part);
      return RANDOM_ID.test(part) || isGenerated ? '*' : part;
    });
  const glob = `**${parts.join('/')}${decode(search)}${/^#[/!]/.test(hash) ? decode(hash) : ''}`;
  if (pathname === '/' && search === '') return [{ entry: { url: `${new URL(urlAfter).origin}/` } }];
  const isSessionUrl = /[?&](?:[^=&]*(?:token|session|sid|nonce|state|code|ts|timestamp)[^=&]*)=/i.test(
    search,
  );
  return [
    isSessionUrl
      ? { entry: { url: glob }, weakReason: 'parts of the URL look specific to one session' }
      : { entry: { url: glob } },
  ];
}

function decode(text: string): string {
  try {
    return decodeURI(text).replaceAll('*', '%2A');
  } catch {
    return text;
  }
}

function linksTo(target: ActionTarget | null, base: string, url: string): boolean {
  const href = target?.attributes['href'];
  return href !== undefined && URL.canParse(href, base) && new URL(href, base).href === url;
}

function proposeMessage({ lastSay, end }: SpokenLine, context: CheckContext): Proposal[] {
  const message = end === 'done' && lastSay?.kind === 'report' ? findMessage(lastSay.text) : null;
  return message === null ? [] : [{ entry: { text: allowNewNumbers(message, context) } }];
}

/** Returns `/Order \d+ was placed/` for “Order 48213 was placed”, unless the instructor mentioned the number. */
function allowNewNumbers(text: string, { isRepeatable, instructorText }: CheckContext): string {
  const isGenerated = (number: string): boolean => !isRepeatable && !instructorText.includes(number);
  if (![...text.matchAll(/\d{3,}/g)].some(([number]) => isGenerated(number))) return text;
  const source = text
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\d{3,}/g, (n) => (isGenerated(n) ? '\\d+' : n));
  return `/${source}/`;
}

/** Proposes the last value or state of each control that is still on the page at the end of the line. */
function proposeValues({ actions, urlAfter }: SpokenLine): Proposal[] {
  const lastOtherActionIndex = actions.findLastIndex((action) => hasEffect(action) && !setsControl(action));
  const laterActions = actions.slice(lastOtherActionIndex + 1).filter(({ page }) => page.url === urlAfter);
  const proposalByControl = new Map<string, Proposal>();
  for (const action of laterActions) {
    const { target } = action;
    const proposal = target && describeValue(action, target);
    if (proposal) proposalByControl.set(target.uid, proposal);
  }
  return [...proposalByControl.values()].slice(-MAX_VALUES);
}

/** Whether the action sets a field or a list, and does nothing else. */
function setsControl({ action, outcome }: RecordedAction): boolean {
  if (outcome.status !== 'done' || outcome.effects.some(({ type }) => type === 'navigated' || type === 'url'))
    return false;
  return (
    action.intent === 'textInput' ||
    action.intent === 'change' ||
    findValueEffects(outcome.effects).checked !== undefined
  );
}

function findValueEffects(effects: readonly Effect[]): { value?: string; checked?: boolean } {
  const value = effects.findLast((effect) => effect.type === 'value');
  const checked = effects.findLast((effect) => effect.type === 'state' && effect.name === 'checked');
  return {
    ...(value?.type === 'value' && value.to !== '' ? { value: value.to } : {}),
    ...(checked?.type === 'state' ? { checked: checked.to === 'true' } : {}),
  };
}

function describeValue(
  { outcome }: RecordedAction,
  { role, name, attributes }: ActionTarget,
): Proposal | null {
  if (outcome.status !== 'done' || attributes['type'] === 'password' || name === '' || role === '')
    return null;
  const { value, checked } = findValueEffects(outcome.effects);
  if (checked !== undefined)
    return { entry: { element: { role, name, state: checked ? 'checked' : 'unchecked' } } };
  if (value === undefined) return null;
  const element = { role, name, value };
  return value.length > 80 || value.includes('\n')
    ? { entry: { element: { role, name, value: value.slice(0, 60).split('\n')[0]! } } }
    : { entry: { element } };
}

/** Proposes the last text that was typed into a form. The page that follows may show it. */
function proposeTypedText({ actions, end }: SpokenLine): Proposal[] {
  if (end !== 'done') return [];
  const typedTexts = actions.flatMap(({ action, outcome, target }) =>
    action.intent === 'textInput' && outcome.status === 'done' && target?.attributes['type'] !== 'password'
      ? [action.text]
      : [],
  );
  const text = typedTexts.findLast(
    (value) => splitIntoWords(value).length > 0 && value.length <= 60 && !/^<[A-Z\d_]+>$/.test(value),
  );
  return text === undefined || actions.at(-1)?.action.intent === 'textInput'
    ? []
    : [
        {
          entry: { text },
          weakReason: 'typed here; the record does not say whether the page shows it afterwards',
        },
      ];
}
