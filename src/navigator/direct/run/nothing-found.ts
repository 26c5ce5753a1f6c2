/** If nothing on the page matches: asks about close matches, looks on other pages of a list, or reports failure. */
import { describe, describeDistinctly } from '../ground/describe.js';
import { opensList } from '../ground/kinds.js';
import { isNamedByIcon, getName } from '../ground/names.js';
import type { ScoredCandidate, GroundingRequest } from '../ground/score.js';
import type { Candidate } from '../../../contract/index.js';
import { ASK_PROBABILITY, MAYBE_PROBABILITY, type Resolution } from '../../../reference/index.js';
import { roleByWord } from '../language/drafts.js';
import type { Target } from '../language/steps.js';
import { agreement } from '../text.js';
import { findNamesakes, offerOptions, addPlace } from './offer.js';
import { turnListPage } from './paging.js';
import { formatList, formatNothingFound, formatWhichQuestion } from './speech.js';
import { act, fail, type Context, type Move } from './types.js';

/** Minimum score for offering a candidate in a question. */
export const SUGGEST = 0.54;

/** What to look for, and what else may be tried. */
export interface Sought {
  target: Target;
  suits: (c: Candidate) => number;
  /** The words for the kind in a failure message ("a field called"). */
  kindSaid?: string;
  /** Whether it may be on another page of a list. */
  pages?: boolean;
  /** Which candidates may be offered in a question if nothing matches. */
  offers?: (c: Candidate) => boolean;
  /** Called after everything that may hide it was opened, before asking. */
  lastly?: () => Move | null;
}

const toOffer = ({ candidate, probability, rival }: Resolution): Candidate[] =>
  probability >= ASK_PROBABILITY
    ? [candidate]
    : probability >= MAYBE_PROBABILITY && rival
      ? [candidate, rival]
      : [];

/**
 * The part of a phrase that tells things of a kind apart: "the table invoices", "the ticket about the toilet". The "New
 * ticket" link is no answer to it. Null if the phrase is not of this form.
 */
function tellingPart(phrase: string): string | null {
  const about = /^(?:\p{L}+ )?\p{L}+ (?:about|called|named|titled|regarding) (?:the |an? )?(.{3,})$/iu.exec(
    phrase,
  );
  if (about) return about[1]!;
  const [, kind, name] = /^(\p{Ll}+) (\S.*)$/u.exec(phrase) ?? [];
  return kind && name && roleByWord.has(kind) ? name : null;
}

export async function nothingFound(
  work: Sought,
  wanted: GroundingRequest,
  closest: readonly ScoredCandidate[],
  resolved: Resolution | null,
  ctx: Context,
): Promise<Move> {
  const { run, view, memory } = ctx;
  const phrase = work.target.text;
  const telling = tellingPart(phrase);
  const isPossible = ({ name, text, section }: Candidate): boolean =>
    telling === null || agreement(telling, `${name} ${text} ${section}`).coverage > 0;
  const near = closest.find(({ candidate }) => isPossible(candidate));
  const ordinal = work.target.readings[0].nth !== null;
  const turned = work.pages && (ordinal || (near?.score ?? 0) < SUGGEST) ? turnListPage(wanted, ctx) : null;
  if (turned) return turned;
  const last = work.lastly?.();
  if (last) return last;
  if (near && near.score >= SUGGEST && run.askedFor === null) {
    const list = findNamesakes(
      closest.filter((c) => c.score >= SUGGEST && isPossible(c.candidate)).map((s) => s.candidate),
      work.suits,
      view,
    );
    const descriptions = describeDistinctly(list, view);
    const text =
      list.length === 1
        ? `I can't find “${phrase}” here. Do you mean ${descriptions[0]}?`
        : formatWhichQuestion(phrase, descriptions);
    return offerOptions(text, list, descriptions);
  }
  const guessed = (resolved ? toOffer(resolved) : []).filter(
    (c) => isPossible(c) && work.suits(c) > 0 && (work.offers?.(c) ?? true),
  );
  if (guessed.length > 0) {
    const descriptions = describeDistinctly(guessed, view);
    return {
      kind: 'ask',
      text:
        guessed.length === 1
          ? `I can't find “${phrase}” here. Do you mean ${descriptions[0]}?`
          : `I can't find “${phrase}” here. Do you mean ${descriptions.join(' or ')}?`,
      pending: {
        kind: 'which',
        options: guessed.map((c, i) => ({ uid: c.uid, name: getName(c), description: descriptions[i]! })),
      },
    };
  }
  const opened = [...run.revealedUids].map((uid) => view.byUid.get(uid)).filter((c) => c !== undefined);
  memory.closedMenus = opened.filter((c) => opensList(c) || isNamedByIcon(c)).map(({ uid }) => uid);
  const looked = opened.length ? ` I also looked behind ${formatList(opened.map((c) => describe(c)))}.` : '';
  const pages = run.pagesTurned === 1 ? 'page' : `${run.pagesTurned} pages`;
  const paged = run.pagesTurned > 0 ? ` I also looked on the next ${pages}.` : '';
  return fail(
    formatNothingFound(
      addPlace(work.target),
      closest.map((s) => s.candidate),
      work.kindSaid ?? 'anything called',
    ) +
      looked +
      paged,
  );
}

/** If a menu that was opened in vain covers the target, presses its button again to close it. */
export function leaveMenu({ run, view, memory }: Context): Move | null {
  const opener = memory.closedMenus
    ?.map((uid) => view.byUid.get(uid))
    .findLast((c) => c?.visible && !c.behindModal);
  delete memory.closedMenus;
  if (!opener || opener.uid === run.target?.uid) return null;
  return act('uncover', { intent: 'click', uid: opener.uid });
}
