/**
 * Formats steps in the short notation of `tests/navigator/direct/notation.md`, which says what to do, independently of
 * any page.
 */
import type { Source, SpokenStep, Step, StepOf, Target, TargetDescription } from './steps.js';
import { readDescription } from './target-description.js';

const quote = (text: string): string => `"${text}"`;
const getDescription = (target: Target): TargetDescription =>
  target.description ?? readDescription(target.text, []);

/** Formats a target: name, kind, position and place, with alternatives between the names and exclusions at the end. */
export function formatTarget(target: Target): string {
  const { each, or = [], not = [], superlative: best } = target;
  const description = getDescription(target);
  if (target.pronoun && !target.description) return 'it';
  const alternatives = or.map(getDescription);
  // Alternatives without names are written one by one: "the first or the second".
  if (or.length && description.name === '')
    return [target, ...or].map((t) => formatTarget({ ...t, or: [] })).join(' or ');
  const last = alternatives.at(-1);
  const names = [description, ...alternatives].map((t) => t.name).filter(Boolean);
  const parts = [
    each ? 'each' : '',
    names.map(quote).join(' or '),
    description.kind ?? last?.kind ?? '',
    description.nth === null ? '' : `#${description.nth}`,
    ...(description.spots.length ? description.spots : (last?.spots ?? [])).map(
      (s) => `${s.spot} ${quote(s.words)}`,
    ),
    ...not.map((t) => `not ${formatTarget(t)}`),
    each?.max ? `max ${each.max}` : '',
    best ? `${best.direction} ${quote(best.measure)}` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

const formatValue = (value: { value: string | null; isoValue?: string }): string =>
  value.value === null ? '?' : (value.isoValue ?? value.value);

function formatFill(step: StepOf<'fill'>): string {
  const fields = step.fields.map((f) => `${f.field.text}: ${formatValue(f)}`).join('; ');
  const item = step.kind === 'enter' ? step.purpose : step.item;
  return step.kind === 'fill' || !item
    ? `fill {${fields}}${step.kind === 'save' ? '; submit' : ''}`
    : `${step.kind === 'run' ? 'run' : 'create'} ${quote(item.description?.name || item.text)} {${fields}}`;
}

function formatClick(step: StepOf<'click'>, spoken: SpokenStep): string {
  if (step.kind === 'command') {
    const { name, object } = step.command ?? { name: step.target.text, object: null };
    // This step submits a form, whatever its button is called.
    if (
      /^(?:send|confirm)$/u.test(name) &&
      !step.command?.fields &&
      (!object || (object.pronoun && !object.description))
    )
      return 'submit';
    const fields = step.command?.fields?.map((f) => `${f.field.text}: ${formatValue(f)}`).join('; ');
    return `command ${quote(name)}${object ? ` for ${formatTarget(object)}` : ''}${fields ? ` {${fields}}` : ''}`;
  }
  if (step.kind === 'find')
    return /^where\b/iu.test(spoken.clause.text)
      ? `question ${quote(spoken.clause.text + (/\?\s*$/u.test(spoken.clause.raw) ? '?' : ''))}`
      : `search ${quote(step.target.text)}`;
  const through = step.through ? ` through ${formatTarget(step.through)}` : '';
  return `${step.kind === 'bare' ? 'click' : step.kind} ${formatTarget(step.target)}${through}`;
}

/** Formats a value that must be read from the page, without quotes because it is not known yet. */
function formatSource(source: Source): string {
  switch (source.read) {
    case 'mentioned':
      return 'mentioned value';
    case 'answer':
      return `answer to ${quote(source.question)}`;
    case 'part':
      return `${source.part} #${source.nth}${source.of ? ` of ${formatTarget(source.of)}` : ''}`;
    default:
      return `${source.read} of ${formatTarget(source.of)}`;
  }
}

const formatSetValue = (step: StepOf<'set'>): string =>
  step.source ? formatSource(step.source) : step.value === null ? '?' : quote(formatValue(step));

function formatChoice(step: StepOf<'choose'>): string {
  if (!step.from)
    return `choose ${step.isoValue === undefined ? formatTarget(step.target) : quote(step.isoValue)}`;
  const description = readDescription(step.value, []);
  const positionText =
    step.isoValue === undefined && description.name === ''
      ? formatTarget({ ...step.target, description })
      : null;
  const values = positionText ?? [step.isoValue ?? step.value, ...(step.or ?? [])].map(quote).join(' or ');
  return `choose ${step.target.not ? formatTarget(step.target) : values} from ${formatTarget(step.from)}`;
}

/** Formats one step with its condition. */
export const formatStep = (spoken: SpokenStep): string =>
  `${formatWithoutCondition(spoken)}${spoken.condition ? ` ${spoken.condition.word} ${quote(spoken.condition.text)}` : ''}`;

function formatWithoutCondition(spoken: SpokenStep): string {
  const { step } = spoken;
  switch (step.do) {
    case 'click':
      return formatClick(step, spoken);
    case 'hover':
      return `hover ${formatTarget(step.target)}`;
    case 'set':
      return `set ${step.target ? `${formatTarget(step.target)} ` : ''}= ${formatSetValue(step)}`;
    case 'look':
      return `look through ${formatTarget(step.through)}`;
    case 'search':
      return `search ${step.query === null ? '?' : quote(step.query)}${step.within ? ` in ${quote(step.within.text)}` : ''}`;
    case 'choose':
      return formatChoice(step);
    case 'tick':
      return `${step.newState === 'toggle' ? 'toggle' : step.newState ? 'tick' : 'untick'} ${formatTarget(step.target)}`;
    case 'fill':
      return formatFill(step);
    case 'edit':
      return step.row === null ? 'edit' : `edit the row ${quote(step.row)}`;
    case 'submit':
      return step.target ? `submit ${formatTarget(step.target)}` : 'submit';
    case 'press':
      return `press ${step.key}${step.target ? ` in ${formatTarget(step.target)}` : ''}`;
    case 'scroll':
      return `scroll ${typeof step.destination === 'string' ? step.destination : `to ${formatTarget(step.destination)}`}${step.within ? ` in ${formatTarget(step.within)}` : ''}`;
    case 'double-or-right-click':
      return `${step.kind}-click ${formatTarget(step.target)}`;
    case 'drag':
      return `drag ${formatTarget(step.target)} ${'dx' in step.destination ? `by ${step.destination.dx},${step.destination.dy}` : `to ${formatTarget(step.destination)}`}`;
    case 'upload':
      return `upload ${step.files.map(quote).join(', ')}${step.target ? ` to ${formatTarget(step.target)}` : ''}`;
    case 'copy':
      return `copy ${formatTarget(step.target)}`;
    case 'paste':
      return step.target ? `paste into ${formatTarget(step.target)}` : 'paste';
    case 'tab':
      return formatTab(step);
    case 'history':
      return step.way;
    case 'load':
      return `load ${step.originalText ?? step.url}`;
    case 'close':
      return `close${step.target ? ` ${step.target.pronoun && !step.target.description ? 'it' : quote(step.target.text)}` : ''}`;
    case 'cookies':
      return step.choice === 'close'
        ? `close ${quote(step.originalText ?? 'cookies')}`
        : `cookies ${step.choice}`;
    case 'question':
      return `question ${quote(step.text)}`;
    case 'wait':
      return `wait ${step.ms / 1000}`;
    case 'quantity':
      return `quantity ${quote(step.item)} ${Object.entries(step.change).join(' ').replace(',', ' ')}`;
    case 'undo':
      return 'undo';
    case 'again':
      return `again ${'other' in step.with ? 'other' : 'nth' in step.with ? `#${step.with.nth}` : quote(formatValue(step.with))}`;
    case 'reply':
      return typeof step.utterance === 'string'
        ? step.utterance
        : `answer ${quote(step.utterance.isoValue ?? step.utterance.answer)}`;
    case 'unknown':
      return `unknown ${quote(step.text)}`;
  }
}

function formatTab(step: StepOf<'tab'>): string {
  if (step.way !== 'open')
    return `${step.way} tab ${typeof step.which === 'string' ? step.which : `#${step.which.nth}`}`.replace(
      / this$/u,
      '',
    );
  const content = step.originalText ?? step.url ?? (step.target ? formatTarget(step.target) : '');
  return `new tab ${content}`.trimEnd();
}

const formatPair = (step: Step): string | null =>
  step.do === 'set' &&
  step.target &&
  !step.source &&
  !step.target.each &&
  !step.target.description?.spots.length
    ? `${step.target.description?.name || step.target.text}: ${formatValue(step)}`
    : null;

/** Formats all steps of a line. Fields from one clause ("A as x and B as y") are grouped. */
export function formatSteps(steps: readonly SpokenStep[]): string[] {
  const out: { text: string; pairs: string[] }[] = [];
  for (const spokenStep of steps) {
    const pair = formatPair(spokenStep.step);
    const last = out.at(-1);
    if (pair !== null && spokenStep.sharesVerb && last?.pairs.length) {
      last.pairs.push(pair);
      last.text = `fill {${last.pairs.join('; ')}}`;
    } else out.push({ text: formatStep(spokenStep), pairs: pair === null ? [] : [pair] });
  }
  return out.map((o) => o.text);
}
