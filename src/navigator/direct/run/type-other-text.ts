/**
 * Types a text that a list with a text field does not offer. Some of these lists keep the text. Others only search for
 * it and discard it when the field loses the focus. The focus is therefore moved, to see whether the text is kept.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { takesOption } from '../ground/kinds.js';
import { clip, fold } from '../text.js';
import { act, done, fail, type Context, type Move } from './types.js';

/** Whether the text has become an entry beside the field. */
const showsEntry = (c: Candidate, value: string, { view }: Context): boolean =>
  view
    .getAncestors(c)
    .slice(0, 2)
    .some(({ text }) => fold(text).includes(fold(value)));

/**
 * Types the text after the list has refused it as an option, then checks whether it was kept. Returns null in all other
 * cases.
 *
 * @param continues whether the step goes on after the field has kept the text
 */
export function typeOtherText(ctx: Context, continues: boolean): Move | null {
  const { run, view, recentActions } = ctx;
  const { action, outcome } = recentActions.at(-1) ?? {};
  const c = action && 'uid' in action && action.uid ? view.byUid.get(action.uid) : undefined;
  if (!c || !takesOption(c)) return null;
  const isRefused =
    action?.intent === 'change' && outcome?.status === 'failed' && outcome.reason === 'no-option';
  if (isRefused && c.states.editable === true && !run.refusals.has(c.uid)) {
    run.refusals.set(c.uid, outcome.detail);
    return act(
      run.stage,
      { intent: 'textInput', uid: c.uid, text: action.value },
      { intent: 'press', uid: c.uid, key: 'Tab' },
    );
  }
  const reason = action?.intent === 'press' ? run.refusals.get(c.uid) : undefined;
  const value = run.expectedValues.get(c.uid)?.value ?? '';
  if (reason === undefined) return null;
  if (c.value !== value && !showsEntry(c, value, ctx)) return fail(`I tried ${describe(c)}, but ${reason}`);
  return continues ? null : done(`typed “${clip(value, 60)}” into ${describe(c)}`);
}
