/** Defines how each action on an element checks its target, and how the action is performed. */
import type { ElementAction } from '../../contract/index.js';
import { ActionFailure } from './action-failure.js';
import { setValue } from './set-value.js';
import { copy, paste } from './clipboard.js';
import { drag } from './drag.js';
import { typeIntoPicker } from './picker-text.js';
import { editText } from './edit-text.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { pressOnElement } from './keys.js';
import { doubleClick, hover, leftClick, rightClick } from './pointer.js';
import { verifyEnabled, verifyIdentity, verifyVisible, makeReachable } from './verify-target.js';
import { reveal, scrollInside } from './scrolling.js';
import { enterText } from './typing.js';
import { upload } from './upload.js';

interface ActionHandler<A extends ElementAction> {
  prepare(target: TargetHandle): Promise<unknown>;
  perform(target: TargetHandle, action: A): Promise<HandlerResult>;
}

type ActionHandlers = {
  [I in ElementAction['intent']]: ActionHandler<Extract<ElementAction, { intent: I }>>;
};

async function submit(target: TargetHandle): Promise<HandlerResult> {
  if (await target.queryPage<boolean>('submit', target.uid)) return { mouse: null };
  await target.waiter.run(
    target.locator.press('Enter', {
      timeout: target.limits.elementActionMs,
      noWaitAfter: true,
      signal: target.waiter.signal,
    }),
  );
  return { mouse: null };
}

/**
 * Focuses the control before the initial state of the page is recorded. Otherwise the focus would count as an effect of
 * the key press.
 */
async function prepareFocus(target: TargetHandle): Promise<void> {
  await verifyEnabled(target);
  await target.waiter.run(
    target
      .locate(target.controlUid)
      .focus({ timeout: target.limits.elementActionMs, signal: target.waiter.signal }),
  );
  await verifyEnabled(target);
}

const HANDLERS: ActionHandlers = {
  click: { prepare: makeReachable, perform: leftClick },
  doubleClick: { prepare: makeReachable, perform: doubleClick },
  rightClick: { prepare: makeReachable, perform: rightClick },
  // Disabled controls can be hovered over, because a tooltip often explains why they are disabled.
  hover: { prepare: (target) => makeReachable(target, verifyIdentity), perform: hover },
  textInput: {
    prepare: (target) => verifyVisible(target),
    perform: async (target, { text, edit }) =>
      edit ? editText(target, text, edit) : ((await typeIntoPicker(target, text)) ?? enterText(target, text)),
  },
  change: {
    prepare: (target) => verifyVisible(target),
    perform: (target, { value, among }) => setValue(target, value, among),
  },
  submit: { prepare: verifyEnabled, perform: submit },
  press: { prepare: prepareFocus, perform: (target, { key }) => pressOnElement(target, key) },
  drag: { prepare: makeReachable, perform: (target, { to }) => drag(target, to) },
  upload: { prepare: verifyEnabled, perform: (target, { files }) => upload(target, files) },
  scroll: { prepare: verifyIdentity, perform: (target, { x, y }) => scrollInside(target, x, y) },
  reveal: { prepare: verifyIdentity, perform: reveal },
  copy: { prepare: verifyIdentity, perform: copy },
  paste: { prepare: (target) => verifyVisible(target), perform: paste },
};

export function getHandler<A extends ElementAction>(action: A): ActionHandler<A> {
  const handler = HANDLERS[action.intent] as ActionHandler<A> | undefined;
  if (!handler) throw new ActionFailure('refused', `${action.intent} is not an action on an element`);
  return handler;
}
