/** Who does what: for each act on an element how its target is made ready, and the hand that performs it. */
import type { ElementAction } from '../../contract/index.js';
import { ACT_MS, ActFailure } from './act-failure.js';
import { change } from './choose.js';
import { copy, paste } from './clipboard.js';
import { drag } from './drag.js';
import type { Deed, Hand } from './hand.js';
import { press } from './keys.js';
import { doubleClick, hover, leftClick, rightClick } from './pointer.js';
import { recheck, recognise, shown, uncover } from './recheck.js';
import { reveal, scrollInside } from './scrolling.js';
import { enter } from './typing.js';
import { upload } from './upload.js';

interface Handler<A extends ElementAction> {
  ready(hand: Hand): Promise<unknown>;
  perform(hand: Hand, act: A): Promise<Deed>;
}

type Handlers = { [I in ElementAction['intent']]: Handler<Extract<ElementAction, { intent: I }>> };

async function submit(hand: Hand): Promise<Deed> {
  if (await hand.ask<boolean>('submit', hand.uid)) return { mouse: null };
  await hand.patience.run(
    hand.locator.press('Enter', { timeout: ACT_MS, noWaitAfter: true, signal: hand.patience.signal }),
  );
  return { mouse: null };
}

/** Keys go to what has the keyboard, so that is where it is put before the page is looked at. */
async function focused(hand: Hand): Promise<void> {
  await recheck(hand);
  await hand.patience.run(hand.at(hand.control).focus({ timeout: ACT_MS, signal: hand.patience.signal }));
  await recheck(hand);
}

const HANDLERS: Handlers = {
  click: { ready: uncover, perform: leftClick },
  doubleClick: { ready: uncover, perform: doubleClick },
  rightClick: { ready: uncover, perform: rightClick },
  // What is disabled often says why when it is pointed at.
  hover: { ready: (hand) => uncover(hand, recognise), perform: hover },
  textInput: { ready: (hand) => shown(hand), perform: (hand, { text }) => enter(hand, text) },
  change: { ready: (hand) => shown(hand), perform: (hand, { value }) => change(hand, value) },
  submit: { ready: recheck, perform: submit },
  press: { ready: focused, perform: (hand, { key }) => press(hand, key) },
  drag: { ready: uncover, perform: (hand, { to }) => drag(hand, to) },
  upload: { ready: recheck, perform: (hand, { files }) => upload(hand, files) },
  scroll: { ready: recognise, perform: (hand, { x, y }) => scrollInside(hand, x, y) },
  reveal: { ready: recognise, perform: reveal },
  copy: { ready: recognise, perform: copy },
  paste: { ready: (hand) => shown(hand), perform: paste },
};

export function handlerOf<A extends ElementAction>(act: A): Handler<A> {
  const handler = HANDLERS[act.intent] as Handler<A> | undefined;
  if (!handler)
    throw new ActFailure('refused', `${act.intent} is not something that can be done to an element`);
  return handler;
}
