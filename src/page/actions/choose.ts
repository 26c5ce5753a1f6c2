/** Setting a control to a value, by what kind of control it is: told by tag and role, never by site. */
import type { WireChoices } from '../injected/options.js';
import { ActFailure } from './act-failure.js';
import { pickDay } from './date-picker.js';
import { isoDay } from './dates.js';
import type { Deed, Hand } from './hand.js';
import { chooseNative, chooseWithin } from './lists.js';
import { findOption, timeOf } from './matching.js';
import { chooseFromPopup } from './popups.js';
import { setSegments } from './segments.js';
import { slide, spin, step } from './steps.js';
import { writeTime } from './times.js';
import { toggle, toggleKey } from './toggles.js';
import { enter, fieldOf } from './typing.js';

const LISTS = new Set(['listbox', 'radiogroup', 'menu', 'menubar', 'tree', 'tablist', 'grid']);
/** Handles of sliders that have no role. */
const SLIDES = /\b(?:slider|range)-(?:handle|thumb)\b/;
const STEPPED = new Set(['slider', 'spinbutton', 'scrollbar']);

/** Opens something to choose from, as far as its markup says. */
function opensChoices({ candidate, probe }: Hand): boolean {
  const popup = probe.attributes['aria-haspopup'];
  return (
    candidate.role === 'combobox' ||
    probe.role === 'combobox' ||
    (popup !== undefined && popup !== 'false') ||
    probe.states.expanded !== undefined ||
    'aria-controls' in probe.attributes ||
    (probe.attributes['aria-autocomplete'] ?? 'none') !== 'none'
  );
}

/** Chooses an option, ticks or unticks, or sets a value. @throws ActFailure */
export async function change(hand: Hand, value: string): Promise<Deed> {
  const control = hand.control === hand.uid ? hand.probe : ((await hand.look(hand.control)) ?? hand.probe);
  if (control.tagName === 'SELECT') return chooseNative(hand, value);
  const key = toggleKey(control);
  if (key) return toggle(hand, control, key, value);
  if (control.role === 'group' || control.role === 'generic') {
    const parts = await setSegments(hand, value);
    if (parts) return parts;
  }
  if (LISTS.has(control.role) || control.tagName === 'FIELDSET' || control.role === 'group') {
    const inside = await hand.ask<WireChoices | null>('choices-in', hand.uid);
    const day = isoDay(value);
    if (!(day && control.role === 'grid') && inside?.choices.length) return chooseWithin(hand, inside, value);
  }
  const native = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color', 'number', 'range']);
  if (native.has(control.inputType)) return enter(hand, value);
  if (STEPPED.has(control.role) && !control.editable) return step(hand, value);
  if (control.role === 'spinbutton' && control.tagName === 'INPUT' && !native.has(control.inputType))
    return spin(hand, value);
  if (SLIDES.test(control.attributes.class ?? '') && !control.editable) return slide(hand, value);
  const day = isoDay(value);
  if (day && control.attributes['aria-haspopup'] !== 'listbox') {
    const picked = await pickDay(hand, day);
    if (picked) return picked;
  }
  // A data list only suggests: its field takes any text, and of a suggestion the value.
  if (control.tagName === 'INPUT' && control.options.length)
    return enter(hand, findOption(control.options, value)?.value ?? value);
  if (opensChoices(hand)) return chooseFromPopup(hand, value);
  const field = await fieldOf(hand);
  if (field.kind === 'none') {
    const inside = await hand.ask<WireChoices | null>('choices-in', hand.uid);
    if (inside?.choices.length) return chooseWithin(hand, inside, value);
    throw new ActFailure(
      'not-editable',
      `${hand.title} has nothing that could be set to “${value.slice(0, 60)}”`,
    );
  }
  const time = timeOf(value);
  return enter(hand, time === null ? value : writeTime(value, time, Object.values(control.attributes)));
}
