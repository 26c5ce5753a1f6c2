/** Scores which elements suit a click: by what the line asks for and what the element is. */
import type { Candidate } from '../../../contract/index.js';
import { ALL_NAME } from '../ground/item-controls.js';
import { scoreClickable } from '../ground/ground.js';
import { isField, isLink, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { scoreAgreement, scoreSimilarity, tokenize, fold } from '../text.js';
import type { Click } from './describe-click.js';
import { PURCHASE } from '../lexicon/lasting-effects.js';
import { isHeader } from '../ground/lists.js';
import { leadsOutOfBrowser } from './find-row.js';
import type { Context } from './types.js';

const isInTableRow = (c: Candidate, view: Context['view']): boolean =>
  view.getAncestors(c).some(({ role }) => role === 'row');

/** Whether it is a link to another page, which does not expand anything. */
export const leadsToOtherPage = (c: Candidate, view: Context['view']): boolean =>
  view.getUrl(c).replace(/#.*$/u, '') !== '' &&
  view.getUrl(c).replace(/#.*$/u, '') !== view.observation.url.replace(/#.*$/u, '');

const FIELD_ROLES: ReadonlySet<string> = new Set(['field', 'search', 'date', 'time']);

/** Matches "Download it as CSV" and captures the format. */
const EXPORT_FORMAT =
  /^(?:export|download|save) .*\b(?:as|to) (?:an? )?(\p{L}[\p{L}\d]{1,5})(?: file| format)?$/iu;

const NAVIGATION: ReadonlySet<string> = new Set(['nav', 'header', 'footer']);
const isNamedBy = (verb: string, c: Candidate): boolean => tokenize(getName(c)).includes(verb);
/** "Add the bananas" names one entry of a list. “Add all” would act on the others, too. */
function namesOneEntry({ command, target }: Click, view: Context['view']): boolean {
  const object = command?.object;
  if (!object || object.pronoun || object.each || ALL_NAME.test(`${object.text} ${target.text}`))
    return false;
  return view.candidates.some(
    (c) => ENTRY_ROLES.has(c.role) && scoreAgreement(object.text, c.text).coverage >= 0.95,
  );
}

const ENTRY_ROLES: ReadonlySet<string> = new Set(['row', 'listitem', 'article']);

/** Returns how well an element suits a click that a line requests; 0 means not at all. */
export function createSuitabilityScorer(step: Click, view: Context['view']): (c: Candidate) => number {
  const format = step.how === 'command' ? EXPORT_FORMAT.exec(step.target.text)?.[1] : undefined;
  const hides = step.how === 'collapse';
  const isPurchase = (step.how === 'bare' || step.how === 'command') && PURCHASE.test(step.target.text);
  const [purchaseVerb = ''] = tokenize(step.target.text);
  const namesOneThing = step.how === 'command' && namesOneEntry(step, view);
  return (c) => {
    const clickScore = scoreClickable(c);
    // A column header sorts; it hides nothing.
    if (clickScore === 0 || (hides && isHeader(c, view))) return 0;
    // “My orders” is a page; it orders nothing.
    if (isPurchase && isLink(c) && NAVIGATION.has(c.landmark) && !isNamedBy(purchaseVerb, c)) return 0;
    if (namesOneThing && ALL_NAME.test(getName(c))) return 0;
    // A row, or the box that selects it, performs no command.
    if (step.how === 'command' && (c.role === 'row' || (isTickable(c) && isInTableRow(c, view)))) return 0;
    // An address shows a person's name, but it opens a mail program or a phone.
    if (step.how !== 'click' && leadsOutOfBrowser(c, view) && fold(step.target.text) !== fold(getName(c)))
      return 0;
    // "Click the text box" means the field itself.
    const baseScore =
      isField(c) && step.target.readings.some((r) => r.phrase === '' && FIELD_ROLES.has(r.role ?? ''))
        ? 1
        : clickScore;
    if (step.how === 'expand' || step.how === 'collapse')
      return c.states.expanded !== undefined || c.tag === 'summary'
        ? 1
        : leadsToOtherPage(c, view)
          ? baseScore * 0.7
          : baseScore * 0.95;
    // A command does not choose from a list unless the list is named.
    if (step.how === 'command' && isSelect(c)) return baseScore * 0.8;
    if (step.how === 'command' && isField(c)) return baseScore * 0.9;
    // If a format is requested ("as CSV"), a check box without that format is less likely.
    if (format && isTickable(c) && scoreAgreement(format, getName(c)).coverage < 0.9) return baseScore * 0.6;
    // A link must match literally, not by a synonym: "Trash" is a folder and does not delete anything.
    if (step.how === 'command' && isLink(c)) {
      const verb = tokenize(step.target.text)[0] ?? '';
      // Nor does a past participle match: "Cancelled" is a list and does not cancel anything.
      const matchesVerb = (word: string): boolean =>
        scoreSimilarity(verb, word) >= 0.9 && !(word !== verb && /ed$/u.test(word) && !/ed$/u.test(verb));
      if (!tokenize(getName(c)).some(matchesVerb)) return baseScore * 0.8;
      // "Archive it" means the button if there is one; a link with that name leads to a page.
      return baseScore * 0.96;
    }
    if (step.how === 'find' && !isLink(c)) return baseScore * 0.97;
    // A check box does not open anything.
    if (step.how === 'open' && isTickable(c)) return baseScore * 0.9;
    return baseScore;
  };
}
