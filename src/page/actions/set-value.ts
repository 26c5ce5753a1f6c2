/** Sets a control to a value. The method depends on the control's tag and role, never on the site. */
import type { ChoiceChange } from '../../contract/index.js';
import type { WireChoices } from '../injected/choices.js';
import { ActionFailure } from './action-failure.js';
import { pickDay } from './date-picker.js';
import { parseIsoDay } from './dates.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { chooseFromSelect, chooseFromList } from './lists.js';
import { findOption, parseTimeOfDay } from './matching.js';
import { chooseFromPopup } from './popups.js';
import { typeIntoPicker } from './picker-text.js';
import { setSegments } from './segments.js';
import { setSliderWithoutRole, setSpinner, stepToValue } from './sliders.js';
import { formatTime } from './time-format.js';
import { toggle, findToggleState } from './toggles.js';
import { enterText, readField } from './typing.js';

const LIST_ROLES = new Set(['listbox', 'radiogroup', 'menu', 'menubar', 'tree', 'tablist', 'grid']);
/** Class names of slider handles that have no role. */
const SLIDER_HANDLE_CLASS = /\b(?:slider|range)-(?:handle|thumb)\b/;
const STEPPED_ROLES = new Set(['slider', 'spinbutton', 'scrollbar']);

/** Whether the markup declares that the control opens a list, menu or dialog to choose from. */
function opensPopup({ candidate, snapshot }: TargetHandle): boolean {
  const popupType = snapshot.attributes['aria-haspopup'];
  return (
    candidate.role === 'combobox' ||
    snapshot.role === 'combobox' ||
    (popupType !== undefined && popupType !== 'false') ||
    snapshot.states.expanded !== undefined ||
    'aria-controls' in snapshot.attributes ||
    (snapshot.attributes['aria-autocomplete'] ?? 'none') !== 'none'
  );
}

/**
 * Chooses an option, or sets a state or a value.
 *
 * @param choiceChange in lists that accept several options: `remove` deselects the option, and `only` deselects all
 *   others; by default, the others stay selected
 * @throws ActionFailure
 */
export async function setValue(
  target: TargetHandle,
  value: string,
  choiceChange?: ChoiceChange,
): Promise<HandlerResult> {
  const control =
    target.controlUid === target.uid
      ? target.snapshot
      : ((await target.readSnapshot(target.controlUid)) ?? target.snapshot);
  if (control.tagName === 'SELECT') return chooseFromSelect(target, value, choiceChange);
  const toggleState = findToggleState(control);
  if (toggleState) return toggle(target, control, toggleState, value);
  if (control.role === 'group' || control.role === 'generic') {
    const segmentsResult = await setSegments(target, value);
    if (segmentsResult) return segmentsResult;
  }
  if (LIST_ROLES.has(control.role) || control.tagName === 'FIELDSET' || control.role === 'group') {
    const choices = await target.queryPage<WireChoices | null>('choices-in', target.uid);
    const day = parseIsoDay(value);
    if (!(day && control.role === 'grid') && choices?.choices.length)
      return chooseFromList(target, choices, value, choiceChange);
  }
  const nativeTypes = new Set([
    'date',
    'time',
    'datetime-local',
    'month',
    'week',
    'color',
    'number',
    'range',
  ]);
  if (nativeTypes.has(control.inputType)) return enterText(target, value);
  if (STEPPED_ROLES.has(control.role) && !control.editable) return stepToValue(target, value);
  if (control.role === 'spinbutton' && control.tagName === 'INPUT' && !nativeTypes.has(control.inputType))
    return setSpinner(target, value);
  if (SLIDER_HANDLE_CLASS.test(control.attributes.class ?? '') && !control.editable)
    return setSliderWithoutRole(target, value);
  const pickerTextResult = await typeIntoPicker(target, value);
  if (pickerTextResult) return pickerTextResult;
  const day = parseIsoDay(value);
  if (day && control.attributes['aria-haspopup'] !== 'listbox') {
    const dayResult = await pickDay(target, day);
    if (dayResult) return dayResult;
  }
  // A `datalist` only suggests values. Its field accepts any text, and choosing a suggestion enters its value.
  if (control.tagName === 'INPUT' && control.options.length)
    return enterText(target, findOption(control.options, value)?.value ?? value);
  if (opensPopup(target)) return chooseFromPopup(target, value);
  const field = await readField(target);
  if (field.kind === 'none') {
    const choices = await target.queryPage<WireChoices | null>('choices-in', target.uid);
    if (choices?.choices.length) return chooseFromList(target, choices, value);
    throw new ActionFailure(
      'not-editable',
      `${target.description} has no value, option or state that I can set to “${value.slice(0, 60)}”`,
    );
  }
  const minutesSinceMidnight = parseTimeOfDay(value);
  return enterText(
    target,
    minutesSinceMidnight === null
      ? value
      : formatTime(value, minutesSinceMidnight, Object.values(control.attributes)),
  );
}
