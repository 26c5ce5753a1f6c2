/** What lies over the element in work: closed where that answers nothing, else named. */
import { short } from '../ground/describe.js';
import { sentence } from '../text.js';
import { bannerButton, closer, offerRefusal } from './banner.js';
import { act, fail, type Context, type Move } from './types.js';

/** Clears a consent banner that is in the way; other things that cover are named. */
export function uncover(ctx: Context, detail: string): Move {
  const { run, view } = ctx;
  // A dialog of the page is answered by the instructor; only a notice that is in the way is closed.
  const banner = bannerButton(view, 'close');
  const target = run.target ? view.byUid.get(run.target.uid) : undefined;
  const ofPage =
    view.dialogOpen &&
    !(banner && view.inDialog(banner)) &&
    (/\bdialog\b/iu.test(detail) || !(target && view.inDialog(target))) &&
    !/cookie|consent|privacy/iu.test(detail);
  const button = run.retries < 2 ? (ofPage ? offerRefusal(view) : banner) : null;
  run.retries++;
  if (button) return act('uncover', { intent: 'click', uid: button.uid });
  // A menu or tooltip that this navigator opened itself goes away with Escape.
  if (run.retries <= 1 && (run.reveals.size > 0 || ctx.plan.did.length > 0))
    return act('uncover', { intent: 'press', key: 'Escape' });
  const dialog = closer(view, (c) => view.inDialog(c));
  const hint = dialog ? ` Close it first? There is ${short(dialog)}.` : '';
  return fail(`${sentence(detail)}${hint}`);
}
