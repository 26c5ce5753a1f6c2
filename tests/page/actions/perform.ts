/** Helpers for action tests: find an element by name, act on it, and read the outcome. */
import type { Candidate, Outcome, PageAction } from '../../../src/contract/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import { signal } from '../../support/browser.js';

export async function findByName(surface: PageSurface, name: string): Promise<Candidate> {
  const { candidates } = await surface.observe({}, signal);
  const match =
    candidates.find((c) => c.name === name || c.attributes.id === name) ??
    candidates.find((c) => c.text === name);
  if (!match) throw new Error(`no ${name} among ${candidates.map((c) => c.name || c.text).join(', ')}`);
  return match;
}

export async function performOnElement(
  surface: PageSurface,
  name: string,
  createAction: (uid: string) => PageAction,
): Promise<Outcome> {
  const { uid } = await findByName(surface, name);
  return (await surface.perform(createAction(uid), signal)).outcome;
}

export const click = (uid: string): PageAction => ({ intent: 'click', uid });
export const doubleClick = (uid: string): PageAction => ({ intent: 'doubleClick', uid });
export const rightClick = (uid: string): PageAction => ({ intent: 'rightClick', uid });
export const hover = (uid: string): PageAction => ({ intent: 'hover', uid });
export const POINTER_GESTURES = [hover, click, doubleClick, rightClick];
export const reveal = (uid: string): PageAction => ({ intent: 'reveal', uid });
export const copy = (uid: string): PageAction => ({ intent: 'copy', uid });
export const paste = (uid: string): PageAction => ({ intent: 'paste', uid });
export const submit = (uid: string): PageAction => ({ intent: 'submit', uid });
export const set =
  (value: string) =>
  (uid: string): PageAction => ({ intent: 'change', uid, value });
export const type =
  (text: string) =>
  (uid: string): PageAction => ({ intent: 'textInput', uid, text });
export const press =
  (key: string) =>
  (uid: string): PageAction => ({ intent: 'press', uid, key });
export const upload =
  (...files: string[]) =>
  (uid: string): PageAction => ({ intent: 'upload', uid, files });

/** Lists the types of an outcome's effects, or its status if it is not `done`. */
export const listEffectTypes = (outcome: Outcome): string[] =>
  outcome.status === 'done' ? outcome.effects.map((e) => e.type) : [outcome.status];

export const getDetail = (outcome: Outcome): string =>
  'detail' in outcome ? outcome.detail : outcome.status;

/** Reads the page's text, to which handlers on the page append the events. */
export const readPageText = (surface: PageSurface): Promise<string> => surface.probe.text();
