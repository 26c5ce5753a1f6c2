/** What an act changed, from how the target and the page stood before and after. Pure. */
import type { Effect, PageAct } from '../../contract/index.js';
import type { WireProbe, WirePulse } from '../injected/wire.js';
import { findOption } from './controls.js';

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

/** What changed about the page; `byItself` is how many mutations it would have made in that time anyway. */
export function pageEffects(
  before: WirePulse | null,
  after: WirePulse | null,
  byItself: number,
  status: number | null,
): Effect[] {
  if (!before || !after) return after && !before ? [{ type: 'navigated', url: after.url, status }] : [];
  if (before.born !== after.born) return [{ type: 'navigated', url: after.url, status }];
  const effects: Effect[] = [];
  if (before.url !== after.url) effects.push({ type: 'url', from: before.url, to: after.url });
  if (before.scrollX !== after.scrollX || before.scrollY !== after.scrollY)
    effects.push({ type: 'scroll', x: after.scrollX, y: after.scrollY });
  const own = byItself > 0 ? byItself * 2 + 5 : 0;
  const mutations = after.mutations - before.mutations;
  if (mutations > own) effects.push({ type: 'dom', mutations });
  else if (before.values !== after.values) effects.push({ type: 'value', from: '', to: '' });
  return effects;
}

/** Effects that count for this act; others (a focus ring, a field scrolling into view) are not what was asked for. */
export function counts(
  act: PageAct,
  effect: Effect,
  before: WireProbe | null,
  wanted: string | null,
): boolean {
  switch (act.intent) {
    case 'scroll':
      return effect.type === 'scroll' || effect.type === 'dom';
    case 'click':
    case 'hover':
      return effect.type !== 'focus' || before?.editable === true;
    case 'textInput':
      return effect.type !== 'scroll' && (effect.type !== 'dom' || before?.value === wanted);
    case 'press':
      return effect.type !== 'focus';
    default:
      return effect.type !== 'scroll';
  }
}

/** The asked-for value or tick was there before. */
export function holdsAlready(act: PageAct, probe: WireProbe | null): boolean {
  if (!probe) return false;
  if (act.intent === 'textInput') return probe.value === act.text;
  if (act.intent !== 'change') return false;
  if (probe.states.checked !== undefined) return String(probe.states.checked) === act.value;
  return probe.value === act.value || findOption(probe.options, act.value)?.selected === true;
}

/** A change of the target's own value says more than the page's digest of all values. */
export function dedupe(effects: Effect[]): Effect[] {
  const own = effects.some((effect) => effect.type === 'value' && (effect.from !== '' || effect.to !== ''));
  return effects.filter(
    (effect) => !(own && effect.type === 'value' && effect.from === '' && effect.to === ''),
  );
}
