/** Sets checkboxes, radio buttons, switches, toggle buttons, options and tabs, both native and custom. */
import { foldCase } from '../../text/index.js';
import type { WireElementSnapshot } from '../injected/wire.js';
import { ActionFailure } from './action-failure.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { leftClick } from './pointer.js';
import { makeReachable } from './verify-target.js';

const SINGLE_CHOICE_ROLES = new Set(['radio', 'menuitemradio', 'tab']);

export function findToggleState(snapshot: WireElementSnapshot): 'checked' | 'pressed' | 'selected' | null {
  const { checked, pressed, selected } = snapshot.states;
  return checked !== undefined
    ? 'checked'
    : pressed !== undefined
      ? 'pressed'
      : selected !== undefined
        ? 'selected'
        : null;
}

/** Whether the control is a native checkbox or radio button. If the page cancels a click, the browser restores its state. */
export function isCheckable({ inputType }: WireElementSnapshot): boolean {
  return inputType === 'checkbox' || inputType === 'radio';
}

function parseState(target: TargetHandle, control: WireElementSnapshot, value: string): boolean {
  const text = foldCase(value);
  if (text === 'true' || text === 'false') return text === 'true';
  // For a radio button, the requested value may also be its name or its value attribute.
  if (text && (text === foldCase(control.name) || text === foldCase(control.attributes.value ?? '')))
    return true;
  throw new ActionFailure('bad-value', `${target.description} accepts “true” or “false”, not “${value}”`);
}

export async function toggle(
  target: TargetHandle,
  control: WireElementSnapshot,
  stateName: 'checked' | 'pressed' | 'selected',
  value: string,
): Promise<HandlerResult> {
  const requestedState = parseState(target, control, value);
  let currentState = control.states[stateName];
  if (currentState === requestedState)
    return { noActionReason: `${target.description} was already ${requestedState ? 'on' : 'off'}` };
  if (!requestedState && SINGLE_CHOICE_ROLES.has(control.role))
    throw new ActionFailure(
      'bad-value',
      `${target.description} is one of several choices and cannot be switched off; choose another one`,
    );
  let result: HandlerResult = {};
  // A mixed state may need two clicks.
  const maxClickCount = currentState === 'mixed' ? 2 : 1;
  for (let clickCount = 0; clickCount < maxClickCount; clickCount++) {
    await makeReachable(target);
    result = await leftClick(target);
    const previousState = currentState;
    const isRefused = result.isClickCancelled === true && isCheckable(control);
    const newState = await target.waiter.poll(
      async () => {
        const snapshot = await target.readSnapshot(target.controlUid);
        const state = snapshot?.states[stateName];
        // The page has navigated or replaced the control. The caller compares page states to find the effect.
        if (state === undefined) return { gone: true, state };
        return state !== previousState && { gone: false, state };
      },
      isRefused ? target.limits.cancelledToggleMs : target.limits.toggleMs,
    );
    if (newState?.gone) return result;
    currentState = newState?.state ?? currentState;
    // The caller reports a cancelled click.
    if (currentState === requestedState || isRefused) return result;
  }
  throw new ActionFailure(
    'timeout',
    `${target.description} was clicked and is still ${currentState === 'mixed' ? 'partly on' : currentState ? 'on' : 'off'}`,
  );
}
