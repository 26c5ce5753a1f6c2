/**
 * Opens the submenu or custom drop-down that contains a choice. An entry with a submenu is hovered, because a click may
 * choose the entry itself.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeBriefly } from '../ground/describe.js';
import { isField, isOption, isSelect, isTickable, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Target } from '../language/steps.js';
import { scoreAgreement, tokenizeContent } from '../text.js';
import { judgeOutcome } from './judge-outcome.js';
import { rememberMenuOpening } from './open-menu.js';
import { StepVariable } from './step-variable.js';
import { act, rememberTarget, done, type Context, type Move } from './types.js';

/** The uid of the hovered entry. */
const hoveredEntryVariable = new StepVariable<string>();
/** The uid of the element that opened the list. */
const openedListVariable = new StepVariable<string>();
const HOVER_STAGE = 'submenu';

/** Class names that libraries use for custom lists. */
const CUSTOM_LIST_CLASS = /select|drop-?down|combo-?box|chosen|picker|listbox/iu;

/** Hovers an entry with a submenu if the line's next step chooses something. */
export function openSubmenuFirst(c: Candidate, ctx: Context): Move | null {
  const { run, plan } = ctx;
  const nextStepKind = plan.steps[plan.cursor + 1]?.step.do;
  const choosesNext = nextStepKind === 'click' || nextStepKind === 'choose';
  if (c.role !== 'menuitem' || !opensList(c) || !choosesNext || hoveredEntryVariable.has(run)) return null;
  hoveredEntryVariable.set(run, c.uid);
  rememberTarget(ctx, c, describe(c), getName(c));
  return act(HOVER_STAGE, { intent: 'hover', uid: c.uid });
}

/** Finishes after the hover: reports the open submenu, or clicks the entry if the hover did nothing. */
export function finishOpeningSubmenu(ctx: Context): Move | null {
  const { run, view } = ctx;
  const lastTurn = ctx.recentActions.at(-1);
  if (run.stage !== HOVER_STAGE || !lastTurn) return null;
  const c = view.byUid.get(hoveredEntryVariable.get(run) ?? '');
  if (!c) return null;
  if (judgeOutcome(lastTurn).kind === 'ok' || c.states.expanded === true)
    return done(`opened ${describeBriefly(c)}`);
  return act('act', { intent: 'click', uid: c.uid });
}

/** Opens the element if it has the markup of a closed custom drop-down and shows more than the value. */
export function openClosedList(c: Candidate, value: string, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (isOption(c) || isTickable(c) || isSelect(c) || isField(c) || openedListVariable.has(run)) return null;
  const valueWordCount = tokenizeContent(value).length;
  const showsMoreThanValue =
    tokenizeContent(getName(c)).length > valueWordCount || scoreAgreement(value, getName(c)).score < 0.95;
  if (!showsMoreThanValue || !CUSTOM_LIST_CLASS.test(joinClassNames(c)) || view.getUrl(c) !== '') return null;
  openedListVariable.set(run, c.uid);
  run.revealedUids.add(c.uid);
  rememberMenuOpening(ctx, c, 'menu');
  return act('reveal', { intent: 'click', uid: c.uid });
}

/** Opens the only custom drop-down that contains the value; null if `from` names a specific list. */
export function openOnlyCustomList(value: string, from: Target | null, ctx: Context): Move | null {
  const { run, view } = ctx;
  if (
    openedListVariable.has(run) ||
    (from && !/^(?:drop-?\s?down|list|select|options|menu|combo ?box)s?$/iu.test(from.text))
  )
    return null;
  const customLists = view.candidates.filter(
    (c) =>
      c.visible &&
      c.interactive &&
      CUSTOM_LIST_CLASS.test(joinClassNames(c)) &&
      scoreAgreement(value, c.text).coverage >= 0.95,
  );
  // A drop-down inside another one is part of that one.
  const outermostLists = customLists.filter(
    (c) => !view.getAncestors(c).some((a) => customLists.includes(a)),
  );
  return outermostLists.length === 1 ? openClosedList(outermostLists[0]!, value, ctx) : null;
}

const joinClassNames = (c: Candidate): string =>
  [c, ...c.folded].map((a) => a.attributes.class ?? '').join(' ');

/**
 * Returns a scoring function that accepts only the opened drop-down's entries with this name, even if nothing shows
 * that they are clickable. Excludes the opener and containers. Null if no drop-down was opened, or it has no such
 * entry.
 */
export function createCustomListFilter(value: string, ctx: Context): ((c: Candidate) => number) | null {
  const { run, view } = ctx;
  const openerUid = openedListVariable.get(run);
  if (openerUid === undefined) return null;
  const namedElements = view.candidates.filter(
    (c) => c.visible && c.uid !== openerUid && scoreAgreement(value, c.name || c.text).score >= 0.95,
  );
  const ancestorUids = new Set(namedElements.flatMap((c) => view.getAncestors(c).map((a) => a.uid)));
  const entryUids = new Set(namedElements.filter((c) => !ancestorUids.has(c.uid)).map((c) => c.uid));
  return entryUids.size ? (c) => (entryUids.has(c.uid) ? 1 : 0) : null;
}
