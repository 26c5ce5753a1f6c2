/**
 * "Add a user" where nothing on the page makes one: people go to the users first, where there is a place that is called
 * just so. Gone to once; what is not made there either is said as it is anywhere.
 */
import { isLink } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import { named } from '../language/target.js';
import { fold } from '../text.js';
import { plural } from './each-speech.js';
import type { Fill } from './fields.js';
import { nextReveal } from './reveal.js';
import type { Context, Move } from './types.js';

const GONE = 'place:gone';

/** The place, then the step once more; null where no link leads to such things, or that is where we are. */
export function placeFirst(step: Fill, { run, view }: Context): Move | null {
  const thing = fold(step.thing?.text ?? '');
  if (step.how !== 'create' || thing === '' || run.given.has(GONE) || run.stage !== '') return null;
  const many = plural(thing);
  const links = view.candidates.filter(
    (c) =>
      c.visible && isLink(c) && fold(nameOf(c)) === many && leadsAway(view.address(c), view.observation.url),
  );
  const frame = links.filter((c) => ['nav', 'aside', 'header'].includes(c.landmark));
  const places = frame.length > 0 ? frame : links;
  const goes = new Set(places.map((c) => view.address(c)));
  // No link, but a menu that has to do with such things: the way there opens it.
  const behind = links.length === 0 && nextReveal(named(many), view, new Set(), true) !== null;
  if (goes.size !== 1 && !behind) return null;
  const name = places[0] ? nameOf(places[0]) : many;
  const { clause } = run.spoken;
  return {
    kind: 'replace',
    steps: [
      {
        clause: { ...clause, text: `open ${name}` },
        step: { do: 'click', how: 'open', target: named(name) },
      },
      run.spoken,
    ],
    prepare: ([, second]) => void second?.given.set(GONE, ''),
  };
}

const leadsAway = (to: string, here: string): boolean =>
  to !== '' && to.replace(/[#?].*$/u, '') !== here.replace(/[#?].*$/u, '');
