/**
 * Formats steps in the short notation of `tests/navigator/direct/notation.md`: what is wanted, not how a page does it.
 */
import type { Source, SpokenStep, Step, StepOf, Target, Thing } from './steps.js';
import { readThing } from './thing.js';

const quote = (text: string): string => `"${text}"`;
const thingOf = (target: Target): Thing => target.thing ?? readThing(target.text, []);

/** Formats a target: name, kind, position and place, with alternatives between the names and exclusions at the end. */
export function formatTarget(target: Target): string {
  const { each, or = [], not = [], best } = target;
  const spokenTarget = thingOf(target);
  if (target.pronoun && !target.thing) return 'it';
  const others = or.map(thingOf);
  // Alternatives without names are written one by one: "the first or the second".
  if (or.length && spokenTarget.name === '')
    return [target, ...or].map((t) => formatTarget({ ...t, or: [] })).join(' or ');
  const last = others.at(-1);
  const names = [spokenTarget, ...others].map((t) => t.name).filter(Boolean);
  const parts = [
    each ? 'each' : '',
    names.map(quote).join(' or '),
    spokenTarget.kind ?? last?.kind ?? '',
    spokenTarget.nth === null ? '' : `#${spokenTarget.nth}`,
    ...(spokenTarget.spots.length ? spokenTarget.spots : (last?.spots ?? [])).map(
      (s) => `${s.spot} ${quote(s.words)}`,
    ),
    ...not.map((t) => `not ${formatTarget(t)}`),
    each?.max ? `max ${each.max}` : '',
    best ? `${best.way} ${quote(best.by)}` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

const meantBy = (value: { value: string | null; meant?: string }): string =>
  value.value === null ? '?' : (value.meant ?? value.value);

function showFill(step: StepOf<'fill'>): string {
  const fields = step.fields.map((f) => `${f.field.text}: ${meantBy(f)}`).join('; ');
  const thing = step.how === 'enter' ? step.purpose : step.thing;
  return step.how === 'fill' || !thing
    ? `fill {${fields}}${step.how === 'save' ? '; submit' : ''}`
    : `${step.how === 'run' ? 'run' : 'create'} ${quote(thing.thing?.name || thing.text)} {${fields}}`;
}

function showClick(step: StepOf<'click'>, spoken: SpokenStep): string {
  if (step.how === 'command') {
    const { name, object } = step.command ?? { name: step.target.text, object: null };
    // A step that submits a form, whatever its button's name.
    if (
      /^(?:send|confirm)$/u.test(name) &&
      !step.command?.fields &&
      (!object || (object.pronoun && !object.thing))
    )
      return 'submit';
    const fields = step.command?.fields?.map((f) => `${f.field.text}: ${meantBy(f)}`).join('; ');
    return `command ${quote(name)}${object ? ` for ${formatTarget(object)}` : ''}${fields ? ` {${fields}}` : ''}`;
  }
  if (step.how === 'find')
    return /^where\b/iu.test(spoken.clause.text)
      ? `question ${quote(spoken.clause.text + (/\?\s*$/u.test(spoken.clause.raw) ? '?' : ''))}`
      : `search ${quote(step.target.text)}`;
  const through = step.through ? ` through ${formatTarget(step.through)}` : '';
  return `${step.how === 'bare' ? 'click' : step.how} ${formatTarget(step.target)}${through}`;
}

/** A value to be read from the page has no quotes, because it is not known yet. */
function showSource(source: Source): string {
  switch (source.read) {
    case 'answer':
      return `answer to ${quote(source.to)}`;
    case 'part':
      return `${source.part} #${source.nth}${source.of ? ` of ${formatTarget(source.of)}` : ''}`;
    default:
      return `${source.read} of ${formatTarget(source.of)}`;
  }
}

const showValue = (step: StepOf<'set'>): string =>
  step.source ? showSource(step.source) : step.value === null ? '?' : quote(meantBy(step));

function showChoice(step: StepOf<'choose'>): string {
  if (!step.from) return `choose ${step.meant === undefined ? formatTarget(step.target) : quote(step.meant)}`;
  const counted = readThing(step.value, []);
  const plain =
    step.meant === undefined && counted.name === '' ? formatTarget({ ...step.target, thing: counted }) : null;
  const values = plain ?? [step.meant ?? step.value, ...(step.or ?? [])].map(quote).join(' or ');
  return `choose ${step.target.not ? formatTarget(step.target) : values} from ${formatTarget(step.from)}`;
}

/** Formats one step with its condition. */
export const formatMeaning = (spoken: SpokenStep): string =>
  `${showPlain(spoken)}${spoken.on ? ` ${spoken.on.word} ${quote(spoken.on.text)}` : ''}`;

function showPlain(spoken: SpokenStep): string {
  const { step } = spoken;
  switch (step.do) {
    case 'click':
      return showClick(step, spoken);
    case 'hover':
      return `hover ${formatTarget(step.target)}`;
    case 'set':
      return `set ${step.target ? `${formatTarget(step.target)} ` : ''}= ${showValue(step)}`;
    case 'look':
      return `look through ${formatTarget(step.through)}`;
    case 'search':
      return `search ${step.query === null ? '?' : quote(step.query)}${step.within ? ` in ${quote(step.within.text)}` : ''}`;
    case 'choose':
      return showChoice(step);
    case 'tick':
      return `${step.to === 'toggle' ? 'toggle' : step.to ? 'tick' : 'untick'} ${formatTarget(step.target)}`;
    case 'fill':
      return showFill(step);
    case 'edit':
      return step.row === null ? 'edit' : `edit the row ${quote(step.row)}`;
    case 'submit':
      return step.target ? `submit ${formatTarget(step.target)}` : 'submit';
    case 'press':
      return `press ${step.key}${step.target ? ` in ${formatTarget(step.target)}` : ''}`;
    case 'scroll':
      return `scroll ${typeof step.to === 'string' ? step.to : `to ${formatTarget(step.to)}`}${step.within ? ` in ${formatTarget(step.within)}` : ''}`;
    case 'point':
      return `${step.how}-click ${formatTarget(step.target)}`;
    case 'drag':
      return `drag ${formatTarget(step.target)} ${'dx' in step.to ? `by ${step.to.dx},${step.to.dy}` : `to ${formatTarget(step.to)}`}`;
    case 'upload':
      return `upload ${step.files.map(quote).join(', ')}${step.target ? ` to ${formatTarget(step.target)}` : ''}`;
    case 'copy':
      return `copy ${formatTarget(step.target)}`;
    case 'paste':
      return step.target ? `paste into ${formatTarget(step.target)}` : 'paste';
    case 'tab':
      return showTab(step);
    case 'history':
      return step.way;
    case 'load':
      return `load ${step.said ?? step.url}`;
    case 'close':
      return `close${step.target ? ` ${step.target.pronoun && !step.target.thing ? 'it' : quote(step.target.text)}` : ''}`;
    case 'cookies':
      return step.choice === 'close' ? `close ${quote(step.said ?? 'cookies')}` : `cookies ${step.choice}`;
    case 'question':
      return `question ${quote(step.text)}`;
    case 'wait':
      return `wait ${step.ms / 1000}`;
    case 'undo':
      return 'undo';
    case 'again':
      return `again ${'other' in step.with ? 'other' : 'nth' in step.with ? `#${step.with.nth}` : quote(meantBy(step.with))}`;
    case 'reply':
      return typeof step.to === 'string' ? step.to : `answer ${quote(step.to.meant ?? step.to.answer)}`;
    case 'unknown':
      return `unknown ${quote(step.text)}`;
  }
}

function showTab(step: StepOf<'tab'>): string {
  if (step.way !== 'open')
    return `${step.way} tab ${typeof step.which === 'string' ? step.which : `#${step.which.nth}`}`.replace(
      / this$/u,
      '',
    );
  const what = step.said ?? step.url ?? (step.target ? formatTarget(step.target) : '');
  return `new tab ${what}`.trimEnd();
}

const pairOf = (step: Step): string | null =>
  step.do === 'set' && step.target && !step.source && !step.target.each && !step.target.thing?.spots.length
    ? `${step.target.thing?.name || step.target.text}: ${meantBy(step)}`
    : null;

/** Formats all steps of a line. Fields from one clause ("A as x and B as y") are grouped. */
export function formatMeanings(steps: readonly SpokenStep[]): string[] {
  const out: { text: string; pairs: string[] }[] = [];
  for (const spoken of steps) {
    const pair = pairOf(spoken.step);
    const last = out.at(-1);
    if (pair !== null && spoken.sameBreath && last?.pairs.length) {
      last.pairs.push(pair);
      last.text = `fill {${last.pairs.join('; ')}}`;
    } else out.push({ text: formatMeaning(spoken), pairs: pair === null ? [] : [pair] });
  }
  return out.map((o) => o.text);
}
