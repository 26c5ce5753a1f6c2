/**
 * Answers questions about the form on the page: which fields are empty, which options are chosen, which switches are
 * on, and what a group of fields contains.
 */
import type { Candidate } from '../../../contract/index.js';
import { isEmpty } from '../ground/form.js';
import { isField, isNativeValueField, isSearchField, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { FILL_VERBS } from '../lexicon/questions.js';
import { clip, fold } from '../text.js';
import { type Answer, createAnswer, formatList } from './facts.js';
import { getFieldValue } from './page-text.js';
import type { ParsedQuestion } from './parse-question.js';
import { readFacts } from './read-facts.js';
import {
  isValueOfKind,
  getContentWords,
  getLabelWords,
  hasAllWords,
  isAttributeNoun,
  isGeneralWord,
  removeWords,
} from './words.js';

const isInputField = (c: Candidate): boolean =>
  (isField(c) || isNativeValueField(c) || isSelect(c) || c.inputType === 'file') && !isSearchField(c);
const isRadio = (c: Candidate): boolean => c.role === 'radio' || c.inputType === 'radio';
const isOn = ({ states: { checked, pressed } }: Candidate): boolean => (checked ?? pressed) === true;
const getLabel = (c: Candidate): string => getName(c).replace(/[:*\s]+$/u, '');
const quote = (names: readonly string[]): string => formatList(names.map((name) => `“${name}”`));
const formatSection = (section: string): string => (section ? ` (under “${clip(section, 80)}”)` : '');

const listControls = (view: View): Candidate[] =>
  view.candidates.filter((c) => c.visible && !c.states.disabled && (isInputField(c) || isTickable(c)));
const isSameGroup = (a: Candidate, b: Candidate): boolean =>
  isRadio(a) && isRadio(b) && a.section === b.section && a.attributes.name === b.attributes.name;

const ASKS_MISSING =
  /^(?:(?:what|which \p{L}+|is there anything|is anything|anything)(?: else)?(?: is| are)?(?: still| else)* (?:missing|empty|incomplete|unanswered)|what have i (?:missed|forgotten|left (?:out|empty))|(?:what|which \p{L}+) (?:do|must|should|have) i(?: still)?(?: need| have)?(?: to)?(?: still)? (?:fill(?: in| out)?|complete|answer|enter))(?: (?:on|in|from) (?:the|this) (?:form|page))?$/u;

/** Answers "what is still missing?" with the messages of an error summary, or with the empty fields. */
function answerWhatIsMissing({ text }: ParsedQuestion, view: View): Answer | null {
  if (!ASKS_MISSING.test(text)) return null;
  const messages = view.candidates.filter(
    (c) =>
      c.visible &&
      c.attributes.href?.startsWith('#') === true &&
      view.getAncestors(c).some((a) => a.role === 'alert' || /\berror/iu.test(a.attributes.class ?? '')),
  );
  if (messages.length) return createAnswer(`The page says: ${quote(messages.map(({ text: t }) => t))}`);
  const controls = listControls(view);
  const requiredControls = controls.filter(({ states }) => states.required);
  const missingControls = (requiredControls.length ? requiredControls : controls).filter((c) =>
    isRadio(c)
      ? !controls.some((other) => isSameGroup(c, other) && isOn(other))
      : !isTickable(c) && isEmpty(c) && !/\boptional\b/iu.test(`${getName(c)} ${c.section}`),
  );
  if (missingControls.length)
    return createAnswer(
      `Still empty: ${quote([...new Set(missingControls.map((c) => (isRadio(c) && c.section ? c.section : getLabel(c))))])}`,
    );
  return controls.some(isInputField)
    ? createAnswer(`Every ${requiredControls.length ? 'required ' : ''}field on this page has a value`)
    : null;
}

const ASKS_CHOSEN =
  /^(?:what|which)\b.* (?:(?:have|did) i|(?:is|are|was|were|has been|have been)) (?:chosen?|choose|select(?:ed)?|pick(?:ed)?|tick(?:ed)?)(?: here| now| so far)?$/u;

/** Answers "what have I chosen?" with the chosen options. */
function answerWhatIsChosen(question: ParsedQuestion, view: View): Answer | null {
  if (!ASKS_CHOSEN.test(question.text.replace(/^what /u, 'what  '))) return null;
  const words = question.words.filter((word) => !FILL_VERBS.has(word) && !isGeneralWord(word));
  const choices = listControls(view).filter(
    (c) =>
      (isTickable(c) || isSelect(c)) &&
      hasAllWords(getContentWords(`${isSelect(c) ? getName(c) : ''} ${c.section}`), words),
  );
  const chosen = choices.filter((c) => (isTickable(c) ? isOn(c) : !isEmpty(c)));
  if (!chosen.length) return choices.length ? createAnswer('Nothing is chosen here') : null;
  return createAnswer(
    chosen
      .map((c) =>
        isSelect(c) ? `${getLabel(c)}: ${getFieldValue(c)}` : `“${getLabel(c)}”${formatSection(c.section)}`,
      )
      .join(', '),
    chosen.length === 1
      ? isSelect(chosen[0]!)
        ? getFieldValue(chosen[0]!)
        : getLabel(chosen[0]!)
      : undefined,
  );
}

/** Answers "is it petrol or diesel?" and "is it petrol?" with the chosen option of the group that offers them. */
function answerChosenAlternative({ text }: ParsedQuestion, view: View): Answer | null {
  const phrase =
    /^(?:is|are|was|were|did i (?:choose|select|pick|tick)) (?:it |they |this )?(?:an? )?(.+)$/u.exec(
      text,
    )?.[1];
  const names = phrase?.split(/ or (?:an? )?/u) ?? [];
  const groups = listControls(view).flatMap((c) => {
    if (isSelect(c))
      return [
        {
          section: getLabel(c),
          names: (c.options ?? []).map(({ label }) => label),
          chosen: isEmpty(c) ? [] : [getFieldValue(c)],
        },
      ];
    if (!isRadio(c)) return [];
    const group = listControls(view).filter((other) => isSameGroup(c, other));
    return group[0] === c
      ? [{ section: c.section, names: group.map(getLabel), chosen: group.filter(isOn).map(getLabel) }]
      : [];
  });
  const matches = groups.filter(
    (group) => names.length > 0 && names.every((name) => group.names.some((other) => fold(other) === name)),
  );
  const [group] = matches;
  if (!group || matches.length > 1) return null;
  const [chosen] = group.chosen;
  if (chosen === undefined) return createAnswer(`Nothing is chosen${formatSection(group.section)}`);
  const lead = names.includes(fold(chosen))
    ? names.length > 1
      ? ''
      : 'Yes: '
    : names.length > 1
      ? 'Neither: '
      : 'No: ';
  return createAnswer(`${lead}${chosen}${formatSection(group.section)}`, chosen);
}

const WHICH_ARE_ON =
  /^(?:which|what) (?:of (?:the|my|our) )?(.+?) (?:is|are)(?: currently| now| turned| switched)* (on|off|enabled|disabled|ticked|unticked|checked|unchecked)$/u;

/** Answers "which notifications are on?" with the switches under “Notifications”. */
function answerWhichSwitchesAreOn({ text }: ParsedQuestion, view: View): Answer | null {
  const [, noun = '', state = ''] = WHICH_ARE_ON.exec(text) ?? [];
  const words = getContentWords(noun).filter(
    (word) => !isGeneralWord(word) && !/^(?:switch|setting|option|box|checkbox)(?:es|s)?$/u.test(word),
  );
  if (noun === '') return null;
  const switches = view.candidates.filter(
    (c) =>
      c.visible &&
      (isTickable(c) || c.states.pressed !== undefined) &&
      !isRadio(c) &&
      hasAllWords(getContentWords(`${c.section} ${getName(c)}`), words),
  );
  const wantsOn = !/off|dis|un/u.test(state);
  const matches = switches.filter((c) => isOn(c) === wantsOn);
  if (!switches.length) return null;
  return matches.length
    ? createAnswer(
        `${formatList(matches.map(getLabel))} (${state})`,
        matches.length === 1 ? getLabel(matches[0]!) : undefined,
      )
    : createAnswer(`None of ${quote(switches.map(getLabel))} is ${state}`);
}

/**
 * Answers "what date of birth did I enter?" with the fields under “Date of birth”, and "what is my name?" with all
 * fields whose labels end with "name".
 */
function answerFromFieldGroup(question: ParsedQuestion, view: View): Answer | null {
  if (
    question.isNegated ||
    question.form === 'truth' ||
    question.form === 'count' ||
    question.kind === 'person'
  )
    return null;
  const words = question.words.filter((word) => !FILL_VERBS.has(word));
  if (!words.length || words.every(isGeneralWord)) return null;
  const fields = listControls(view).filter((c) => isInputField(c) && c.inputType !== 'password');
  const { topic } = readFacts(view);
  if (
    fields.some(
      (c) => hasAllWords(getLabelWords(getLabel(c)), words) && hasAllWords(words, getLabelWords(getLabel(c))),
    )
  )
    return null;
  const fieldsInSection = fields.filter(
    ({ section }) =>
      hasAllWords(getLabelWords(section), words) &&
      section !== '' &&
      removeWords(getLabelWords(section), [...words, ...topic]).every(isAttributeNoun),
  );
  const asksAboutOwnData = /\bmy\b|\b(?:did|have) i\b/u.test(question.text);
  const fieldsWithNoun = asksAboutOwnData
    ? fields.filter((c) => words.length === 1 && fold(getLabel(c)).endsWith(` ${words[0]!}`))
    : [];
  const group = fieldsInSection.length > 1 ? fieldsInSection : fieldsWithNoun;
  if (group.length < 2 || group.length > 8 || new Set(group.map(({ section }) => section)).size > 1)
    return null;
  // Several fields with the same label belong to several rows.
  if (new Set(group.map(getLabel)).size < group.length) return null;
  const filledFields = group.filter((c) => !isEmpty(c));
  if (question.kind === 'money' && !filledFields.some((c) => isValueOfKind(getFieldValue(c), 'money')))
    return null;
  if (!filledFields.length && group === fieldsInSection) return null;
  return createAnswer(
    filledFields.length
      ? filledFields.map((c) => `${getLabel(c)}: ${clip(getFieldValue(c), 80)}`).join(', ')
      : `${quote(group.map(getLabel))} are empty`,
  );
}

export const answerAboutForm = (question: ParsedQuestion, view: View): Answer | null =>
  answerWhatIsMissing(question, view) ??
  answerWhatIsChosen(question, view) ??
  answerChosenAlternative(question, view) ??
  answerWhichSwitchesAreOn(question, view) ??
  answerFromFieldGroup(question, view);
