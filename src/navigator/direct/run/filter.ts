/**
 * Filters a list with the controls next to it: "filter by country Norway", "show only the paid orders". Handles links,
 * check boxes and lists of options in groups ("By country", "Status"); the words must match one option and its group.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField, isLink, isOption, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findTopicWords } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import type { SpokenStep, StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { similarity, contentTokens, stem, tokens } from '../text.js';
import type { Context, Move } from './types.js';

interface Offer {
  c: Candidate;
  label: string;
  /** The name of the option's group: "By country", "Status:". */
  group: string;
}

/** Words that only connect the others. */
const LINKS = new Set(
  'by with from in of only just equal equals set whose where filter one ones items entries results rows'.split(
    ' ',
  ),
);
const FILTERS = /\b(?:filters?|facets?|refine|narrow)\b/iu;
const GROUP = 40;

/** Returns the text above or before the options: a legend, a summary, a heading. */
function groupOf(c: Candidate, view: View): string {
  for (const at of [c, ...view.getAncestors(c).slice(0, 3)]) {
    const before = at === c ? null : view.getPreviousText(at);
    if (before && before.text.length <= GROUP && !isField(before)) return before.text;
    if (at !== c && at.name && at.name.length <= GROUP && at.name !== at.text) return at.name;
  }
  return c.section;
}

/** Whether the option is in a filter area, or in a group named like one. */
const narrows = (c: Candidate, group: string, view: View): boolean =>
  /^by\s/iu.test(group) ||
  [c, ...view.getAncestors(c).slice(0, 6)].some((a) =>
    FILTERS.test(
      `${a === c ? '' : a.name} ${a.section} ${a.attributes.class ?? ''} ${a.attributes.id ?? ''}`.replace(
        /[-_]/gu,
        ' ',
      ),
    ),
  );

function offers(view: View): Offer[] {
  const usable = view.candidates.filter((c) => c.visible && c.interactive && !c.states.disabled);
  return usable.flatMap((c) => {
    if (isSelect(c))
      return (c.options ?? [])
        .filter((o) => !o.disabled)
        .map((o) => ({ c, label: o.label, group: `${getName(c)} ${groupOf(c, view)}` }));
    if (!isLink(c) && !isTickable(c) && !isOption(c)) return [];
    const group = groupOf(c, view);
    return narrows(c, group, view) ? [{ c, label: getName(c), group }] : [];
  });
}

const has = (words: readonly string[], word: string): boolean =>
  words.some((w) => similarity(w, word) >= 0.9);

/** Returns the options whose words all occur in the line and that, with their group, cover the whole line. */
export function findOffers(phrase: string, view: View): Offer[] {
  const topic = findTopicWords(view);
  const all = contentTokens(phrase).filter((w) => !LINKS.has(w));
  const words = all.filter((w) => !topic.has(stem(w)));
  if (!words.length) return [];
  const fits = offers(view).filter(({ label, group }) => {
    const ownWords = contentTokens(label);
    return (
      /\p{L}|\d/u.test(label) &&
      ownWords.every((w) => has(all, w)) &&
      words.every((w) => has(ownWords, w) || has(tokens(group), w)) &&
      words.some((w) => has(ownWords, w))
    );
  });
  if (fits.length === 0) return switchesFor(phrase, words, view);
  // "country Norway": of several lists with this option, uses the named one.
  const by = fits.filter(({ group }) => words.some((w) => has(tokens(group), w)));
  return by.length ? by : fits;
}

/** "Active" or "not active", if a group with this name offers Yes and No. */
function switchesFor(phrase: string, words: readonly string[], view: View): Offer[] {
  const isNo = /\b(?:not|no|without|never)\b/iu.test(phrase);
  const about = words.filter((w) => !/^(?:not|no|without|never)$/u.test(w));
  const named = offers(view).filter(
    ({ group }) => about.length > 0 && about.every((w) => has(tokens(group), w)),
  );
  const wanted = isNo ? /^(?:no|off|false)$/iu : /^(?:yes|on|true)$/iu;
  const isSwitch =
    named.some(({ label }) => /^(?:yes|on|true)$/iu.test(label)) &&
    named.some(({ label }) => /^(?:no|off|false)$/iu.test(label));
  return isSwitch ? named.filter(({ label }) => wanted.test(label)) : [];
}

const isOn = ({ c }: Offer): boolean => c.states.checked === true || c.states.current === true;

/** Returns the only option that filters as requested; null if there is none or more than one. */
export function useFilter(step: StepOf<'choose'>, { run, view }: Context): Move | null {
  const fits = findOffers(step.value, view);
  const [hit] = fits;
  if (!hit || fits.some((f) => f.label !== hit.label || (f.c !== hit.c && isSelect(f.c)))) return null;
  const { c, label } = hit;
  const again = (say: SpokenStep['step']): Move => ({
    kind: 'replace',
    steps: [{ ...run.spoken, step: say }],
    prepare: ([fresh]) => void (fresh && ((fresh.pickedUid = c.uid), (fresh.usesOnlyPicked = true))),
  });
  if (isSelect(c))
    return {
      kind: 'replace',
      steps: [
        {
          ...run.spoken,
          step: { do: 'choose', value: label, from: createTarget(getName(c)), target: createTarget(label) },
        },
      ],
    };
  if (isTickable(c) && !isOn(hit))
    return again({ do: 'tick', to: true, target: createTarget(label), verb: 'tick' });
  return again({ do: 'click', how: 'click', target: { ...createTarget(label), quoted: true } });
}
