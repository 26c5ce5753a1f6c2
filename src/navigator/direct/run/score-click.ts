/** Scores how well elements suit a click, by the line's wording and the kind of element. */
import type { Candidate } from '../../../contract/index.js';
import { ALL_NAME, ENTRY_ROLES } from '../ground/item-controls.js';
import { scoreClickable } from '../ground/ground.js';
import { isField, isLink, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { scoreAgreement, scoreSimilarity, tokenize, fold } from '../text.js';
import type { ClickStep } from './describe-click.js';
import { PURCHASE } from '../lexicon/lasting-effects.js';
import { isHeader } from '../ground/lists.js';
import { createOtherObjectTest } from './doubtful-control.js';
import { leadsOutOfBrowser } from './find-row.js';
import type { Context } from './types.js';

const isInTableRow = (c: Candidate, view: Context['view']): boolean =>
  view.getAncestors(c).some(({ role }) => role === 'row');

/** Whether an element is a link to another page. Such a link does not expand anything. */
export const leadsToOtherPage = (c: Candidate, view: Context['view']): boolean =>
  view.getUrl(c).replace(/#.*$/u, '') !== '' &&
  view.getUrl(c).replace(/#.*$/u, '') !== view.observation.url.replace(/#.*$/u, '');

const FIELD_ROLES: ReadonlySet<string> = new Set(['field', 'search', 'date', 'time']);

/** Matches "Download it as CSV" and captures the format. */
const EXPORT_FORMAT =
  /^(?:export|download|save) .*\b(?:as|to) (?:an? )?(\p{L}[\p{L}\d]{1,5})(?: file| format)?$/iu;

const NAVIGATION_LANDMARKS: ReadonlySet<string> = new Set(['nav', 'header', 'footer']);
const isNamedBy = (verb: string, c: Candidate): boolean => tokenize(getName(c)).includes(verb);
/** Whether the command's object is one entry of a list: "add the bananas" does not mean “Add all”. */
function namesOneEntry({ command, target }: ClickStep, view: Context['view']): boolean {
  const object = command?.object;
  if (!object || object.pronoun || object.each || ALL_NAME.test(`${object.text} ${target.text}`))
    return false;
  return view.candidates.some(
    (c) => ENTRY_ROLES.has(c.role) && scoreAgreement(object.text, c.text).coverage >= 0.95,
  );
}

/** Creates a function that scores how well an element suits the requested click; 0 means not at all. */
export function createSuitabilityScorer(step: ClickStep, view: Context['view']): (c: Candidate) => number {
  const format = step.kind === 'command' ? EXPORT_FORMAT.exec(step.target.text)?.[1] : undefined;
  const isCollapse = step.kind === 'collapse';
  const isPurchase = (step.kind === 'bare' || step.kind === 'command') && PURCHASE.test(step.target.text);
  const [purchaseVerb = ''] = tokenize(step.target.text);
  const isForOtherObject = createOtherObjectTest(step.command, view);
  const isAboutOneEntry = step.kind === 'command' && namesOneEntry(step, view);
  return (c) => {
    const clickScore = scoreClickable(c);
    // A column header sorts, but does not hide anything.
    if (clickScore === 0 || (isCollapse && isHeader(c, view))) return 0;
    // A navigation link such as “My orders” opens a page, but does not order anything.
    if (isPurchase && isLink(c) && NAVIGATION_LANDMARKS.has(c.landmark) && !isNamedBy(purchaseVerb, c))
      return 0;
    if (isForOtherObject(c)) return 0;
    if (isAboutOneEntry && ALL_NAME.test(getName(c))) return 0;
    // Clicking a row, or the checkbox that selects it, does not perform a command.
    if (step.kind === 'command' && (c.role === 'row' || (isTickable(c) && isInTableRow(c, view)))) return 0;
    // A mail or phone link may have a person's name, but it opens another program.
    if (step.kind !== 'click' && leadsOutOfBrowser(c, view) && fold(step.target.text) !== fold(getName(c)))
      return 0;
    // "Click the text box" means the field itself.
    const baseScore =
      isField(c) && step.target.interpretations.some((r) => r.phrase === '' && FIELD_ROLES.has(r.role ?? ''))
        ? 1
        : clickScore;
    if (step.kind === 'expand' || step.kind === 'collapse')
      return c.states.expanded !== undefined || c.tag === 'summary'
        ? 1
        : leadsToOtherPage(c, view)
          ? baseScore * 0.7
          : baseScore * 0.95;
    // A command is less likely to mean a list or a field than a button.
    if (step.kind === 'command' && isSelect(c)) return baseScore * 0.8;
    if (step.kind === 'command' && isField(c)) return baseScore * 0.9;
    // If a format is requested ("as CSV"), a checkbox for another format is less likely.
    if (format && isTickable(c) && scoreAgreement(format, getName(c)).coverage < 0.9) return baseScore * 0.6;
    // A link must match literally, not by a synonym: "Trash" is a folder and does not delete anything.
    if (step.kind === 'command' && isLink(c)) {
      const verb = tokenize(step.target.text)[0] ?? '';
      // A past participle does not match either: "Cancelled" is a list and does not cancel anything.
      const matchesVerb = (word: string): boolean =>
        scoreSimilarity(verb, word) >= 0.9 && !(word !== verb && /ed$/u.test(word) && !/ed$/u.test(verb));
      if (!tokenize(getName(c)).some(matchesVerb)) return baseScore * 0.8;
      // "Archive it" means a button “Archive” rather than a link, because the link leads to a page.
      return baseScore * 0.96;
    }
    if (step.kind === 'find' && !isLink(c)) return baseScore * 0.97;
    // A checkbox does not open anything.
    if (step.kind === 'open' && isTickable(c)) return baseScore * 0.9;
    return baseScore;
  };
}
