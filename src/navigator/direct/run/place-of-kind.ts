/**
 * "Add a user", if nothing on the page creates one: goes to the page called "Users" first, if there is one. Done once;
 * if that page cannot create one either, the step fails as usual.
 */
import { isLink } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';
import { toPlural } from './each-speech.js';
import type { Fill } from './fields.js';
import { findNextToReveal } from './reveal.js';
import type { Context, Move } from './types.js';

const GONE = 'place:gone';

/** Goes to the place and then repeats the step; null if no link leads there, or it is already open. */
export function openPlaceFirst(step: Fill, { run, view }: Context): Move | null {
  const thing = fold(step.item?.text ?? '');
  if (step.how !== 'create' || thing === '' || run.givenValues.has(GONE) || run.stage !== '') return null;
  const many = toPlural(thing);
  const links = view.candidates.filter(
    (c) =>
      c.visible && isLink(c) && fold(getName(c)) === many && leadsAway(view.getUrl(c), view.observation.url),
  );
  const frame = links.filter((c) => ['nav', 'aside', 'header'].includes(c.landmark));
  const places = frame.length > 0 ? frame : links;
  const goes = new Set(places.map((c) => view.getUrl(c)));
  // Without a link, a related menu may contain one; the way there opens it.
  const behind = links.length === 0 && findNextToReveal(createTarget(many), view, new Set(), true) !== null;
  if (goes.size !== 1 && !behind) return null;
  const name = places[0] ? getName(places[0]) : many;
  const { clause } = run.spoken;
  return {
    kind: 'replace',
    steps: [
      {
        clause: { ...clause, text: `open ${name}` },
        step: { do: 'click', how: 'open', target: createTarget(name) },
      },
      run.spoken,
    ],
    prepare: ([, second]) => void second?.givenValues.set(GONE, ''),
  };
}

const leadsAway = (to: string, here: string): boolean =>
  to !== '' && to.replace(/[#?].*$/u, '') !== here.replace(/[#?].*$/u, '');

const UNDER = /^(.{2,}?) (?:under|underneath|below) (?:the )?(.{2,40})$/iu;

/** "A page called News under Home", if the page shows "Home": opens Home, then creates News. */
export function openParentFirst(step: Fill, { run, view }: Context): Move | null {
  const titled = step.fields.find((f) => /^(?:title|name)$/iu.test(f.field.text));
  const [, name, above] = UNDER.exec(titled?.value ?? '') ?? [];
  if (step.how !== 'create' || run.stage !== '' || !titled || !name || !above) return null;
  const links = view.candidates.filter((c) => c.visible && isLink(c) && fold(getName(c)) === fold(above));
  const goes = new Set(links.map((c) => view.getUrl(c)));
  if (goes.size !== 1 || goes.has('')) return null;
  const { clause } = run.spoken;
  const fields = step.fields.map((f) => (f === titled ? { field: f.field, value: name } : f));
  const create = { ...run.spoken, step: { ...step, fields } };
  if (!leadsAway([...goes][0]!, view.observation.url)) return { kind: 'replace', steps: [create] };
  return {
    kind: 'replace',
    steps: [
      {
        clause: { ...clause, text: `open ${above}` },
        step: { do: 'click', how: 'open', target: createTarget(getName(links[0]!)) },
      },
      create,
    ],
    prepare: ([, second]) => void second?.givenValues.set(GONE, ''),
  };
}
