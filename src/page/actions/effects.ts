/** What an act changed, from how the target and the page stood before and after. Pure. */
import type { Effect, PageAction } from '../../contract/index.js';
import type { WireProbe, WirePulse } from '../injected/wire.js';

/** How the page stands, and the frame of the target when it is another. */
export interface Standing {
  main: WirePulse | null;
  inner: WirePulse | null;
  /** Elements that are shown; only read for acts that may show some without changing the document. */
  shown: number | null;
  /** What has the keyboard; only read for keys. */
  focus: string | null;
}

/** What changed about the target itself. */
export function stateEffects(before: WireProbe | null, after: WireProbe | null): Effect[] {
  if (!before || !after) return [];
  const effects: Effect[] = [];
  if (before.value !== after.value) effects.push({ type: 'value', from: before.value, to: after.value });
  for (const key of ['checked', 'selected', 'expanded', 'pressed', 'current'])
    if (after.states[key] !== undefined && before.states[key] !== after.states[key])
      effects.push({ type: 'state', what: key, to: String(after.states[key]) });
  return effects;
}

function sum(a: WirePulse, b: WirePulse | null): number {
  return a.fresh + (b?.fresh ?? 0);
}

/** What the page put on a clipboard by itself during the act, in either frame; null where it did not. */
export function copiedBetween(before: Standing, after: Standing): string | null {
  for (const frame of ['inner', 'main'] as const) {
    const [was, is] = [before[frame], after[frame]];
    if (was && is && was.born === is.born && is.copied.count > was.copied.count) return is.copied.text;
  }
  return null;
}

/** What changed about the page; `byItself` is how many such changes it would have made in that time anyway. */
export function pageEffects(
  before: Standing,
  after: Standing,
  byItself: number,
  status: number | null,
): Effect[] {
  const [was, is] = [before.main, after.main];
  if (!was || !is) return is && !was ? [{ type: 'navigated', url: is.url, status }] : [];
  if (was.born !== is.born) return [{ type: 'navigated', url: is.url, status }];
  const effects: Effect[] = [];
  if (was.url !== is.url) effects.push({ type: 'url', from: was.url, to: is.url });
  if (was.scrollX !== is.scrollX || was.scrollY !== is.scrollY)
    effects.push({ type: 'scroll', x: is.scrollX, y: is.scrollY });
  const [innerWas, innerIs] = [before.inner, after.inner];
  const replaced = innerWas !== null && innerIs !== null && innerWas.born !== innerIs.born;
  if (replaced) effects.push({ type: 'navigated', url: innerIs.url, status: null });
  else if (innerWas && innerIs && innerWas.url !== innerIs.url)
    effects.push({ type: 'url', from: innerWas.url, to: innerIs.url });
  const own = byItself > 0 ? byItself * 2 + 5 : 0;
  const same = !replaced && innerWas !== null && innerIs !== null;
  const mutations = sum(is, same ? innerIs : null) - sum(was, same ? innerWas : null);
  const values = was.values !== is.values || (same && innerWas.values !== innerIs.values);
  if (mutations > own) effects.push({ type: 'dom', mutations });
  else if (values) effects.push({ type: 'value', from: '', to: '' });
  if (effects.length === 0 && byItself === 0 && before.shown !== null && after.shown !== null) {
    const more = after.shown - before.shown;
    if (more !== 0)
      effects.push({
        type: 'state',
        what: 'shown',
        to: more > 0 ? `${more} elements more` : `${-more} elements fewer`,
      });
  }
  if (before.focus !== null && after.focus !== null && before.focus !== after.focus)
    effects.push({ type: 'focus' });
  return effects;
}

/** Effects that count for this act; others (a focus ring, a field scrolling into view) are not what was asked for. */
export function counts(act: PageAction, effect: Effect, editable: boolean): boolean {
  switch (act.intent) {
    case 'scroll':
      return effect.type !== 'focus' && effect.type !== 'value';
    case 'click':
      return effect.type !== 'focus' || editable;
    case 'press':
    case 'wait':
      return true;
    case 'reveal':
      return effect.type === 'scroll';
    case 'doubleClick':
    case 'rightClick':
      return effect.type !== 'focus';
    case 'hover':
      // The page moves to bring what is pointed at into view.
      return effect.type !== 'focus' && effect.type !== 'scroll';
    default:
      return effect.type !== 'scroll' && effect.type !== 'focus';
  }
}

const ABOUT_THE_FIELD = new Set<Effect['type']>(['dom', 'state']);

/**
 * The effects of an act, what it found out itself first. A page that stirs while a field keeps its value does not
 * make typing a success.
 */
export function judge(
  act: PageAction,
  own: readonly Effect[],
  seen: readonly Effect[],
  editable: boolean,
): Effect[] {
  const told = new Set(own.map((effect) => effect.type));
  const all = [
    ...own,
    ...seen.filter(
      (effect) =>
        counts(act, effect, editable) &&
        !((effect.type === 'value' || effect.type === 'scroll') && told.has(effect.type)),
    ),
  ];
  const valued = all.some((effect) => effect.type === 'value');
  const kept =
    act.intent === 'textInput' && !valued ? all.filter((effect) => !ABOUT_THE_FIELD.has(effect.type)) : all;
  return dedupe(kept);
}

/** A change of the target's own value says more than the page's digest of all values. */
function dedupe(effects: Effect[]): Effect[] {
  const own = effects.some((effect) => effect.type === 'value' && (effect.from !== '' || effect.to !== ''));
  return effects.filter(
    (effect) => !(own && effect.type === 'value' && effect.from === '' && effect.to === ''),
  );
}
