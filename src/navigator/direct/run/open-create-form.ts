/** Opens the form that creates a new entry, and checks whether an existing form creates it. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { isField, isTickable } from '../ground/kinds.js';
import { isAddButton } from '../ground/item-controls.js';
import { findIconName, findIconMeanings } from '../ground/icons.js';
import { isNamedByIcon, getName } from '../ground/names.js';
import type { ScoredCandidate } from '../ground/score.js';
import type { Target } from '../language/steps.js';
import { TEXT_ITEMS } from '../language/fields.js';
import { readDate } from '../language/dates.js';
import { removePolitePhrases } from '../language/line-text.js';
import { findPageNouns } from '../ground/topic.js';
import { CREATABLE_ITEMS } from '../lexicon/kind-words.js';
import type { View } from '../ground/view.js';
import { scoreAgreement, tokenizeContent, fold, stem } from '../text.js';
import type { FillStep, FieldMatch } from './match-form-fields.js';
import { findSubmitButton, findForm } from '../ground/form.js';
import { opensFormForOtherKind } from './other-entry-kind.js';
import { typeAndPressEnter, typeIntoTextArea } from './create-by-typing.js';
import { openListPageFirst } from './open-page-first.js';
import { findElementInRow } from './rows.js';
import { formatList, formatNothingFound, formatWhichQuestion } from './messages.js';
import { act, rememberTarget, fail, failNotFound, type Context, type Move } from './types.js';

/** Describes the control that may open the form, such as "new invoice" or only "add". */
function createOpenerTarget(step: FillStep): Target {
  const kind = step.item?.text ?? '';
  const phrases =
    step.kind === 'enter' || step.kind === 'run'
      ? [kind]
      : [...new Set([kind, removeTrailingPhrase(kind), ...listOtherNames(kind)])].flatMap((name) => [
          `new ${name}`,
          `create ${name}`,
          `add ${name}`,
          `insert ${name}`,
          `create new ${name}`,
          `put in ${name}`,
          `write ${name}`,
        ]);
  const genericPhrases = step.kind !== 'create' ? [] : ['create', 'new', 'add', 'compose', '+', 'insert'];
  const interpretations = [
    ...phrases.map((phrase) => ({ phrase, prior: 1 })),
    ...genericPhrases.map((phrase, i) => ({ phrase, prior: 0.9 - i * 0.01 })),
  ].map((r) => ({ ...r, role: null, nth: null, place: null }));
  return {
    text: phrases[0]!,
    interpretations: [interpretations[0]!, ...interpretations.slice(1)],
    quoted: false,
    pronoun: false,
  };
}

/** Returns the kind without its details: "bill" for "bill of 22 euros". */
const removeTrailingPhrase = (kind: string): string =>
  kind.replace(/(?<=\S) (?:of|for|from|by|with|in|on|at|to|about)\b.*$/iu, '');

/** Returns other names for the kind of entry, such as "calendar entry" for "event". */
const listOtherNames = (kind: string): string[] =>
  CREATABLE_ITEMS.filter((names) => names.includes(fold(kind))).flatMap((names) =>
    names.filter((name) => name !== fold(kind)),
  );

/** For "put something on 24 November", returns that day's control in a calendar with one control per day. */
function findControlForDay(step: FillStep, controls: readonly Candidate[], today: Date): Candidate | null {
  const dateText = step.fields.find((f) => f.field.text === 'date')?.value;
  const isoDate = dateText ? readDate(dateText, today) : null;
  const hits = isoDate === null ? [] : controls.filter((c) => readDate(getName(c), today) === isoDate);
  return hits.length === 1 ? hits[0]! : null;
}

/** Value of `handlerState` if the form was opened by a control whose name does not say what it creates. */
export const OPENED_BY_GENERIC_CONTROL = 'opened by a general control';
const GENERIC_CREATE_NAME = /^(?:add|new|create|insert|\+)(?: new)?$/iu;

/** Finds a plain "Add" in the row that names the kind: in the row "Users", it adds a user. */
function findCreateButtonInRow(step: FillStep, { run, view }: Context): Candidate | null {
  if (step.kind !== 'create' || !step.item) return null;
  const createButtons = view.candidates.filter(
    (c) => scoreClickable(c) === 1 && !run.triedUids.has(c.uid) && GENERIC_CREATE_NAME.test(getName(c)),
  );
  return createButtons.length > 1 ? findElementInRow(step.item.text, createButtons, view) : null;
}

/** Finds the only plus icon without text near a text that names the kind. */
function findPlusBeside(step: FillStep, { run, view }: Context): Candidate | null {
  const words = tokenizeContent(step.item?.text ?? '');
  if (step.kind !== 'create' || words.length === 0) return null;
  const mentionsKind = (c: Candidate): boolean =>
    c.text.length <= 200 && words.every((word) => tokenizeContent(c.text).includes(word));
  const plusIcons = view.candidates.filter(
    (c) =>
      scoreClickable(c) === 1 &&
      !run.triedUids.has(c.uid) &&
      isNamedByIcon(c) &&
      findIconMeanings(findIconName(c)).includes('add') &&
      view.getAncestors(c).slice(0, 3).some(mentionsKind),
  );
  return plusIcons.length === 1 ? plusIcons[0]! : null;
}

/** Returns the only candidate outside the site's navigation. */
function findOutsideNavigation(candidates: readonly Candidate[], view: View): Candidate | null {
  const isInNavigation = (c: Candidate): boolean => ['nav', 'header', 'footer', 'aside'].includes(c.landmark);
  // A form in the navigation is part of the navigation.
  const contentCandidates = candidates.filter((c) => ![c, ...view.getAncestors(c)].some(isInNavigation));
  return contentCandidates.length === 1 ? contentCandidates[0]! : null;
}

/** Returns the first field of an existing form that creates this kind of entry: "Insert row into customer". */
export function findExistingCreateForm(step: FillStep, { view }: Context): Candidate | null {
  const kind = step.item?.text ?? '';
  for (const c of view.candidates) {
    const form = c.visible && isField(c) && !c.states.disabled ? findForm(c, view) : null;
    const button = form ? findSubmitButton(form, [c], kind, view) : null;
    if (!form || !button) continue;
    // For "send you a message", the form is the one with a field “Message”.
    if (TEXT_ITEMS.test(kind) && scoreAgreement(kind, getName(c)).coverage >= 0.9) return c;
    const texts = [getName(button), c.section, form.name];
    if (
      texts.some((text) => CREATION_VERB.test(text)) &&
      texts.some((text) => scoreAgreement(kind, text).coverage >= 0.9)
    )
      return c;
  }
  return null;
}

const CREATION_VERB = /\b(?:add|insert|create|new)\b/iu;

/** Whether a control's name is a creation verb, alone or with the kind of entry. */
const isAboutCreation = ({ interpretation, candidate }: ScoredCandidate): boolean =>
  interpretation.prior === 1 || scoreAgreement(interpretation.phrase, getName(candidate)).score >= 0.95;

/** Whether a control's name only reports what was created, such as "3 pages created" or "Recently added". */
const reportsCreation = (c: Candidate): boolean =>
  CREATED_PARTICIPLE.test(getName(c)) && !CREATION_VERB.test(getName(c));
const CREATED_PARTICIPLE = /\b(?:added|created|inserted|written|composed)\b/iu;

const EXPLICIT_CREATION = /^(?:create|new|compose|draft|schedule|set up|start|register)\b/iu;

/**
 * Whether a control called only "Create" may create this kind: the line must ask to create it, or the page must be
 * about it. "Add loyal to the tags" does not ask to create a kind of entry.
 */
function mayCreateKind(step: FillStep, kind: string, { run, view }: Context): boolean {
  const words = tokenizeContent(removeTrailingPhrase(kind));
  return (
    step.kind !== 'create' ||
    EXPLICIT_CREATION.test(removePolitePhrases(run.spokenStep.clause.text)) ||
    UNSPECIFIC_KIND.test(kind) ||
    listOtherNames(removeTrailingPhrase(kind)).length > 0 ||
    words.some((word) => findPageNouns(view).has(stem(word)))
  );
}

const UNSPECIFIC_KIND = /^(?:(?:new|another) ?)?(?:one|entry|item|record|row|thing|something)?$/iu;

/** Clicks the control that opens the form; fails if there is none. */
export function openCreateForm(step: FillStep, ctx: Context): Move {
  const { run, view } = ctx;
  const target = createOpenerTarget(step);
  const grounding = ground(
    {
      target,
      scoreSuitability: (c) => (isField(c) || isTickable(c) || reportsCreation(c) ? 0 : scoreClickable(c)),
      triedUids: run.triedUids,
    },
    view,
  );
  // If several match, keeps only names about creation: "Help (2 new items)" creates nothing.
  const creationCandidates =
    grounding.kind === 'several' ? grounding.hits.filter(isAboutCreation).map((h) => h.candidate) : [];
  const kind = step.item?.text ?? '';
  const pickedControl = run.pickedUid ? view.byUid.get(run.pickedUid) : undefined;
  const isExactMatch = grounding.kind === 'one' && grounding.hit.interpretation.prior === 1;
  const plusSign = isExactMatch ? null : findPlusBeside(step, ctx);
  const kindControl = pickedControl
    ? null
    : (findCreateButtonInRow(step, ctx) ??
      findControlForDay(step, creationCandidates, ctx.today) ??
      plusSign);
  const hit =
    pickedControl ??
    kindControl ??
    (grounding.kind === 'one'
      ? grounding.hit.candidate
      : (creationCandidates.find((c) => c.role === 'button') ??
        findOutsideNavigation(creationCandidates, view)));
  // "Create" alone may create anything, "Create project" only projects.
  const scoredCandidates =
    grounding.kind === 'none' ? [] : grounding.kind === 'one' ? [grounding.hit] : grounding.hits;
  const matchedCandidate = scoredCandidates.find((s) => s.candidate === hit);
  const isGeneric = matchedCandidate !== undefined && matchedCandidate.interpretation.prior < 1;
  const isExactName =
    isGeneric &&
    scoreAgreement(matchedCandidate.interpretation.phrase, getName(matchedCandidate.candidate)).score >= 0.95;
  const isForOtherKind =
    isGeneric &&
    hit &&
    !pickedControl &&
    !kindControl &&
    (opensFormForOtherKind(hit, kind) || !mayCreateKind(step, kind, ctx));
  const isUncertain = isGeneric || !hit || creationCandidates.length > 0;
  const typeMove = !pickedControl && !kindControl && isUncertain ? typeIntoTextArea(step, ctx) : null;
  if (typeMove) return typeMove;
  if (!hit || isForOtherKind || (isGeneric && !isExactName && !pickedControl && !kindControl)) {
    const fallbackMove =
      (step.kind === 'create' ? typeAndPressEnter(step, ctx) : null) ?? openListPageFirst(step, ctx);
    if (fallbackMove) return fallbackMove;
    const requiredFields = step.fields.filter((f) => !f.optional).map((f) => f.field.text);
    return fail(
      `I could not find ${requiredFields.length ? `fields for ${formatList(requiredFields.map((n) => `“${n}”`))}, nor ` : ''}a way to ${step.kind !== 'create' ? `${step.kind} ${fold(step.item?.text ?? '')}`.trim() : `make a new ${step.item?.text ?? 'entry'}`} on this page`,
    );
  }
  if (
    creationCandidates.length > 1 &&
    creationCandidates.filter((c) => c.role === 'button').length > 1 &&
    !pickedControl &&
    !kindControl
  ) {
    // An “Add” beside each item of a list adds that item, and nothing else.
    if (creationCandidates.every((c) => isAddButton(c, view)))
      return failNotFound(formatNothingFound(kind, [], ''));
    const descriptions = describeDistinctly(creationCandidates, view);
    return {
      kind: 'ask',
      text: formatWhichQuestion(kind || target.text, descriptions),
      openQuestion: {
        kind: 'which',
        options: creationCandidates.map((c, i) => ({
          uid: c.uid,
          name: getName(c),
          description: descriptions[i]!,
        })),
      },
    };
  }
  rememberTarget(ctx, hit, describe(hit), getName(hit));
  if (hit.states.disabled) return fail(`${describe(hit)} is disabled`);
  run.triedUids.add(hit.uid);
  if (isGeneric && !pickedControl && !kindControl) run.handlerState = OPENED_BY_GENERIC_CONTROL;
  return act('opening', { intent: 'click', uid: hit.uid });
}

/** Whether an existing form creates this kind of entry, according to its button, heading or name. */
export function isFormForKind(step: FillStep, matches: readonly FieldMatch[], ctx: Context): boolean {
  const { view } = ctx;
  const kind = step.item?.text ?? '';
  const fields = matches.map((m) => m.candidate).filter((c): c is Candidate => c !== null);
  const form = fields[0] ? findForm(fields[0], view) : null;
  const button = findSubmitButton(form, fields, kind, view);
  const heading = view.observation.text.find((b) => b.kind === 'heading' && b.level === 1)?.text ?? '';
  // A comment goes into a field "Comment", even if the form has another purpose.
  const fieldName = fields[0] && TEXT_ITEMS.test(kind) ? getName(fields[0]) : '';
  return [fieldName, button ? getName(button) : '', fields[0]?.section ?? '', form?.name ?? '', heading].some(
    (text) => scoreAgreement(kind, text).coverage >= 0.9,
  );
}
