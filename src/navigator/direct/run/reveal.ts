/** Opening what may hide a target: menus, disclosures, tabs. Related ones first, a few general ones after. */
import type { Candidate } from '../../../contract/index.js';
import type { Target } from '../language/steps.js';
import { isField, isSelect, opensList } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import { agreement, alike, contentTokens } from '../text.js';
import type { View } from '../ground/view.js';

const GENERAL = /\b(?:menu|more|navigation|nav|hamburger|options|actions|toggle|account|all)\b|^[⋮⋯…☰≡]$/iu;
const FRAME = new Set(['nav', 'aside', 'header']);
const MOST = 4;
const MOST_GENERAL = 2;
const MOST_WORDS = 3;

/** What makes, changes or sends something is not opened to look behind it. */
const ACTS =
  /^(?:create|add|new|delete|remove|save|submit|send|buy|pay|order|export|import|upload|download|publish|post|log ?out|sign ?out|reset|clear|apply|confirm)\b/iu;

const opens = (c: Candidate): boolean =>
  !ACTS.test(nameOf(c)) &&
  c.attributes['aria-haspopup'] !== 'dialog' &&
  c.visible &&
  c.interactive &&
  !c.states.disabled &&
  !isField(c) &&
  !isSelect(c) &&
  (c.states.expanded === false ||
    (opensList(c) && c.states.expanded !== true) ||
    /\bcollapsed\b/u.test(c.attributes.class ?? '') ||
    (c.role === 'tab' && c.states.selected === false) ||
    (c.tag === 'summary' && c.states.expanded !== true));

/** Through so many at most when told where to look. */
const MOST_LOOKED = 24;

/** The next of those that the instructor named to look in: tabs, sections, folders, in reading order. */
export function nextOf(through: Target, view: View, tried: ReadonlySet<string>): Candidate | null {
  if (tried.size >= MOST_LOOKED) return null;
  const tabs = through.readings.some((r) => r.role === 'tab');
  const usable = (c: Candidate): boolean =>
    !tried.has(c.uid) &&
    !ACTS.test(nameOf(c)) &&
    c.visible &&
    c.interactive &&
    !c.states.disabled &&
    !isField(c);
  const shut = view.candidates.filter((c) => usable(c) && opens(c) && (!tabs || c.role === 'tab'));
  if (shut[0]) return shut[0];
  // What does not say that it opens: a list of things to click, as trees of folders often are.
  return view.candidates.find((c) => usable(c) && unfolds(c, tabs)) ?? null;
}

const unfolds = (c: Candidate, tabs: boolean): boolean =>
  tabs
    ? /\btabs?\b/iu.test(`${c.attributes.class ?? ''} ${c.attributes.id ?? ''} ${nameOf(c)}`)
    : ['treeitem', 'listitem'].includes(c.role) ||
      /\b(?:folder|node|branch|expand\w*|collaps\w*|toggle|accordion|section|hitarea)\b/iu.test(
        (c.attributes.class ?? '').replace(/[-_]/gu, ' '),
      );

/** The next thing to open in search of `target`, or null when enough was tried. */
export function nextReveal(
  target: Target,
  view: View,
  tried: ReadonlySet<string>,
  relatedOnly = false,
): Candidate | null {
  if (tried.size >= MOST) return null;
  const words = [
    ...contentTokens(target.text),
    ...target.readings.flatMap((r) => (r.place ? contentTokens(r.place.words) : [])),
  ];
  // What menus hold has short names; a whole sentence that was not understood is not looked for behind them.
  const long = contentTokens(target.text).length > MOST_WORDS;
  let best: Candidate | null = null;
  let bestScore = 0;
  for (const c of view.candidates) {
    if (tried.has(c.uid) || !opens(c)) continue;
    const name = nameOf(c);
    const related = Math.max(
      0,
      ...contentTokens(`${name} ${c.attributes['aria-controls'] ?? ''}`).map((t) =>
        Math.max(0, ...words.map((w) => alike(w, t))),
      ),
    );
    const general =
      relatedOnly || tried.size >= MOST_GENERAL || long
        ? 0
        : /^[\d+]*$/u.test(name) && c.text
          ? 0
          : (FRAME.has(c.landmark) ? 0.45 : 0) +
            (GENERAL.test(name) ? (FRAME.has(c.landmark) ? 0.1 : 0.4) : 0);
    // Tabs and disclosures in the page body are opened only when their words have to do with the target.
    const score = related >= 0.8 ? 0.8 + related / 10 + agreement(target.text, name).score / 10 : general;
    if (score > bestScore + 0.001) [best, bestScore] = [c, score];
  }
  return best;
}
