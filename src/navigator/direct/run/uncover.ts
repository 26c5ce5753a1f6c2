/** What is in the way of an act: banners and menus that cover it, and boxes that come up and put the rest to sleep. */
import type { Candidate } from '../../../contract/index.js';
import { short } from '../ground/describe.js';
import { isButton } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import { KEEPS_ALL } from '../lexicon/consent.js';
import { sentence } from '../text.js';
import { bannerButton, offerRefusal } from './banner.js';
import { leaveMenu } from './nothing-found.js';
import { offered, openWindow, tourExit, wayOut } from './windows.js';
import { act, fail, type Context, type Move } from './types.js';

/** What lies under a tour or an offer is not written to unseen: that is left first. Null where nothing of the kind is. */
export function clearFirst({ run, view }: Context, c: Candidate): Move | null {
  if (!c.behindModal || run.retries >= MOST_LEFT) return null;
  const way = offerRefusal(view) ?? tourExit(view);
  if (!way) return null;
  run.retries++;
  return act('uncover', { intent: 'click', uid: way.uid });
}

const MOST_LEFT = 3;

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
  const menu = leaveMenu(ctx);
  if (menu) return menu;
  const button = run.retries < MOST_LEFT ? (ofPage ? (offerRefusal(view) ?? tourExit(view)) : banner) : null;
  run.retries++;
  if (button) return act('uncover', { intent: 'click', uid: button.uid });
  // A menu or tooltip that this navigator opened itself goes away with Escape.
  if (run.retries <= 1 && (run.reveals.size > 0 || ctx.plan.did.length > 0))
    return act('uncover', { intent: 'press', key: 'Escape' });
  const open = ofPage ? openWindow(view) : null;
  if (!open) return fail(sentence(detail));
  // A shade has no name; what it belongs to has one.
  const what = detail.replace(/ is covered by [a-z]+$/u, ` is covered by ${open.said}`);
  const exit = wayOut(view);
  return fail(`${sentence(what)}${exit ? ` Close it first? There is ${short(exit)}.` : offered(open)}`);
}

/** A longer text is a part of the page, not a box that came up. */
const BOX = 300;

/**
 * The field was put to sleep by the very act on it: where a small box came up beside it that can be left so that all
 * stays as it is, it is left, once, and the act done again.
 */
export function interruption({ run, view }: Context): Move | null {
  const field = run.target ? view.byUid.get(run.target.uid) : undefined;
  if (!field?.states.disabled || run.given.has(LEFT)) return null;
  const around = view.ancestors(field);
  const boxOf = (c: Candidate): Candidate | undefined =>
    view.ancestors(c).find((a) => a.text.length > nameOf(c).length + 10);
  const ways = view.candidates.filter((c) => {
    if (!c.visible || !isButton(c) || c.states.disabled || !KEEPS_ALL.test(nameOf(c))) return false;
    const box = boxOf(c);
    return box !== undefined && box.text.length <= BOX && !around.includes(box);
  });
  if (ways.length !== 1) return null;
  run.given.set(LEFT, ways[0]!.uid);
  return act('uncover', { intent: 'click', uid: ways[0]!.uid });
}

const LEFT = 'left:box';
