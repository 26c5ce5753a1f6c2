/** Opens the form for a new thing, and checks whether an existing form is for it. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { isField, isTickable } from '../ground/kinds.js';
import { findIconName, findIconMeanings } from '../ground/icons.js';
import { isNamedByIcon, getName } from '../ground/names.js';
import type { ScoredCandidate } from '../ground/score.js';
import type { Target } from '../language/steps.js';
import { TEXT_ITEMS } from '../language/fields.js';
import { readDate } from '../language/dates.js';
import { CREATABLE_ITEMS } from '../lexicon/kind-words.js';
import type { View } from '../ground/view.js';
import { agreement, contentTokens, fold } from '../text.js';
import type { Fill, Match } from './fields.js';
import { findSubmitButton, findForm } from '../ground/form.js';
import { opensFormOfOther } from './other-thing.js';
import { typeIntoOwnField, typeIntoWrittenField } from './own-field.js';
import { openPlaceFirst } from './place-of-kind.js';
import { findInRow } from './rows.js';
import { formatList, formatWhichQuestion } from './speech.js';
import { act, rememberTarget, fail, type Context, type Move } from './types.js';

function openerTarget(step: Fill): Target {
  const thing = step.item?.text ?? '';
  const phrases =
    step.how === 'enter' || step.how === 'run'
      ? [thing]
      : [...new Set([thing, lastWordOf(thing), ...alsoCalled(thing)])].flatMap((name) => [
          `new ${name}`,
          `create ${name}`,
          `add ${name}`,
          `insert ${name}`,
          `create new ${name}`,
          `put in ${name}`,
          `write ${name}`,
        ]);
  const general = step.how !== 'create' ? [] : ['create', 'new', 'add', 'compose', '+', 'insert'];
  const readings = [
    ...phrases.map((phrase) => ({ phrase, prior: 1 })),
    ...general.map((phrase, i) => ({ phrase, prior: 0.9 - i * 0.01 })),
  ].map((r) => ({ ...r, role: null, nth: null, place: null }));
  return { text: phrases[0]!, readings: [readings[0]!, ...readings.slice(1)], quoted: false, pronoun: false };
}

/** "A bill of 22 euros" is a bill. */
export const lastWordOf = (thing: string): string =>
  thing.replace(/(?<=\S) (?:of|for|from|by|with|in|on|at|to|about)\b.*$/iu, '');

/** Other names of a new thing: an event is an entry of a calendar. */
const alsoCalled = (thing: string): string[] =>
  CREATABLE_ITEMS.filter((names) => names.includes(fold(thing))).flatMap((names) =>
    names.filter((name) => name !== fold(thing)),
  );

/** "Put something on 24 November": chooses the control for the named day if every day has one. */
function forTheDay(step: Fill, list: readonly Candidate[], today: Date): Candidate | null {
  const day = step.fields.find((f) => f.field.text === 'date')?.value;
  const wanted = day ? readDate(day, today) : null;
  const hits = wanted === null ? [] : list.filter((c) => readDate(getName(c), today) === wanted);
  return hits.length === 1 ? hits[0]! : null;
}

/** Records that the form was opened by a control that does not say what it creates. */
export const GENERAL = 'opened by a general control';
const MAKES = /^(?:add|new|create|insert|\+)(?: new)?$/iu;

/** A plain "Add" in the row of users adds a user. */
function inRowOfThing(step: Fill, { run, view }: Context): Candidate | null {
  if (step.how !== 'create' || !step.item) return null;
  const pool = view.candidates.filter(
    (c) => scoreClickable(c) === 1 && !run.triedUids.has(c.uid) && MAKES.test(getName(c)),
  );
  return pool.length > 1 ? findInRow(step.item.text, pool, view) : null;
}

/** A plus sign without text, next to things with that name; of several, the nearest. */
function plusBeside(step: Fill, { run, view }: Context): Candidate | null {
  const words = contentTokens(step.item?.text ?? '');
  if (step.how !== 'create' || words.length === 0) return null;
  const says = (c: Candidate): boolean =>
    c.text.length <= 200 && words.every((word) => contentTokens(c.text).includes(word));
  const pool = view.candidates.filter(
    (c) =>
      scoreClickable(c) === 1 &&
      !run.triedUids.has(c.uid) &&
      isNamedByIcon(c) &&
      findIconMeanings(findIconName(c)).includes('add') &&
      view.getAncestors(c).slice(0, 3).some(says),
  );
  return pool.length === 1 ? pool[0]! : null;
}

/** Of several elements with that name, the only one outside the site's navigation. */
function inContent(list: readonly Candidate[], view: View): Candidate | null {
  const ofSite = (c: Candidate): boolean => ['nav', 'header', 'footer', 'aside'].includes(c.landmark);
  // A form in the navigation is part of the navigation.
  const surroundings = list.filter((c) => ![c, ...view.getAncestors(c)].some(ofSite));
  return surroundings.length === 1 ? surroundings[0]! : null;
}

/** Returns the first field of an existing form that creates such a thing: "Insert row into customer". */
export function findFormHere(step: Fill, { view }: Context): Candidate | null {
  const thing = step.item?.text ?? '';
  for (const c of view.candidates) {
    const form = c.visible && isField(c) && !c.states.disabled ? findForm(c, view) : null;
    const button = form ? findSubmitButton(form, [c], thing, view) : null;
    if (!form || !button) continue;
    const texts = [getName(button), c.section, form.name];
    if (
      texts.some((text) => MAKING.test(text)) &&
      texts.some((text) => agreement(thing, text).coverage >= 0.9)
    )
      return c;
  }
  return null;
}

const MAKING = /\b(?:add|insert|create|new)\b/iu;

/** Whether its name is the thing with a verb of creation, or such a verb alone. */
const saysSo = ({ reading, candidate }: ScoredCandidate): boolean =>
  reading.prior === 1 || agreement(reading.phrase, getName(candidate)).score >= 0.95;

/** "3 pages created", "Recently added": reports what was created, but creates nothing. */
const tellsOfMade = (c: Candidate): boolean => MADE.test(getName(c)) && !MAKING.test(getName(c));
const MADE = /\b(?:added|created|inserted|written|composed)\b/iu;

/** Clicks the control that opens the form; fails if there is none. */
export function openForm(step: Fill, ctx: Context): Move {
  const { run, view } = ctx;
  const target = openerTarget(step);
  const found = ground(
    {
      target,
      scoreSuitability: (c) => (isField(c) || isTickable(c) || tellsOfMade(c) ? 0 : scoreClickable(c)),
      triedUids: run.triedUids,
    },
    view,
  );
  // Of several, keeps only names about creation: "Help (2 new items)" creates nothing.
  const list = found.kind === 'several' ? found.hits.filter(saysSo).map((h) => h.candidate) : [];
  const thing = step.item?.text ?? '';
  const picked = run.pickedUid ? view.byUid.get(run.pickedUid) : undefined;
  const sure = found.kind === 'one' && found.hit.reading.prior === 1;
  const beside = sure ? null : plusBeside(step, ctx);
  const ofThing = picked ? null : (inRowOfThing(step, ctx) ?? forTheDay(step, list, ctx.today) ?? beside);
  const hit =
    picked ??
    ofThing ??
    (found.kind === 'one'
      ? found.hit.candidate
      : (list.find((c) => c.role === 'button') ?? inContent(list, view)));
  // "Create" alone may create anything, "Create project" only projects.
  const scored = found.kind === 'none' ? [] : found.kind === 'one' ? [found.hit] : found.hits;
  const taken = scored.find((s) => s.candidate === hit);
  const general = taken !== undefined && taken.reading.prior < 1;
  const exact = general && agreement(taken.reading.phrase, getName(taken.candidate)).score >= 0.95;
  const other = general && hit && !picked && !ofThing && opensFormOfOther(hit, thing);
  const unsure = general || !hit || list.length > 0;
  const here = !picked && !ofThing && unsure ? typeIntoWrittenField(step, ctx) : null;
  if (here) return here;
  if (!hit || other || (general && !exact && !picked && !ofThing)) {
    const place = (step.how === 'create' ? typeIntoOwnField(step, ctx) : null) ?? openPlaceFirst(step, ctx);
    if (place) return place;
    const named_ = step.fields.filter((f) => !f.optional).map((f) => f.field.text);
    return fail(
      `I could not find ${named_.length ? `fields for ${formatList(named_.map((n) => `“${n}”`))}, nor ` : ''}a way to ${step.how !== 'create' ? `${step.how} ${fold(step.item?.text ?? '')}`.trim() : `make a new ${step.item?.text ?? 'entry'}`} on this page`,
    );
  }
  if (list.length > 1 && list.filter((c) => c.role === 'button').length > 1 && !picked && !ofThing) {
    const descriptions = describeDistinctly(list, view);
    return {
      kind: 'ask',
      text: formatWhichQuestion(target.text, descriptions),
      pending: {
        kind: 'which',
        options: list.map((c, i) => ({ uid: c.uid, name: getName(c), description: descriptions[i]! })),
      },
    };
  }
  rememberTarget(ctx, hit, describe(hit), getName(hit));
  if (hit.states.disabled) return fail(`${describe(hit)} is disabled`);
  run.triedUids.add(hit.uid);
  if (general && !picked && !ofThing) run.pageBefore = GENERAL;
  return act('opening', { intent: 'click', uid: hit.uid });
}

/** Whether an existing form is for the thing, according to its button, heading or name. */
export function isAboutThing(step: Fill, matches: readonly Match[], ctx: Context): boolean {
  const { view } = ctx;
  const thing = step.item?.text ?? '';
  const fields = matches.map((m) => m.candidate).filter((c): c is Candidate => c !== null);
  const form = fields[0] ? findForm(fields[0], view) : null;
  const button = findSubmitButton(form, fields, thing, view);
  const heading = view.observation.text.find((b) => b.kind === 'heading' && b.level === 1)?.text ?? '';
  // A comment goes into the field with that name, whatever else the form is for.
  const phrase = fields[0] && TEXT_ITEMS.test(thing) ? getName(fields[0]) : '';
  return [phrase, button ? getName(button) : '', fields[0]?.section ?? '', form?.name ?? '', heading].some(
    (text) => agreement(thing, text).coverage >= 0.9,
  );
}
