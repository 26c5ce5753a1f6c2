/** On and off: check boxes, radios, switches, pressed buttons, options and tabs, native or by role. */
import type { WireProbe } from '../injected/wire.js';
import { ActFailure } from './act-failure.js';
import type { Deed, Hand } from './hand.js';
import { folded } from './matching.js';
import { leftClick } from './pointer.js';
import { uncover } from './recheck.js';

const SETTLED_MS = 1_200;
/** A click that the page cancelled does nothing by itself; some pages then set the state by their own hand. */
const CANCELLED_MS = 250;
const ONE_OF_SEVERAL = new Set(['radio', 'menuitemradio', 'tab']);

export function toggleKey(probe: WireProbe): 'checked' | 'pressed' | 'selected' | null {
  const { checked, pressed, selected } = probe.states;
  return checked !== undefined
    ? 'checked'
    : pressed !== undefined
      ? 'pressed'
      : selected !== undefined
        ? 'selected'
        : null;
}

/** Native ones: what a click does to them can be cancelled. */
export function isTickBox({ inputType }: WireProbe): boolean {
  return inputType === 'checkbox' || inputType === 'radio';
}

function wantedState(hand: Hand, control: WireProbe, value: string): boolean {
  const text = folded(value);
  if (text === 'true' || text === 'false') return text === 'true';
  // A choice of several may be named instead of ticked.
  if (text && (text === folded(control.name) || text === folded(control.attributes.value ?? ''))) return true;
  throw new ActFailure('bad-value', `${hand.title} is on or off; “${value}” is neither`);
}

export async function toggle(
  hand: Hand,
  control: WireProbe,
  key: 'checked' | 'pressed' | 'selected',
  value: string,
): Promise<Deed> {
  const wanted = wantedState(hand, control, value);
  let now = control.states[key];
  if (now === wanted) return { already: `${hand.title} already was ${wanted ? 'on' : 'off'}` };
  if (!wanted && ONE_OF_SEVERAL.has(control.role))
    throw new ActFailure(
      'bad-value',
      `${hand.title} is one of several choices and cannot be unticked; choose another`,
    );
  let deed: Deed = {};
  // What is half on goes to one side first, and not always to the one that is wanted.
  const most = now === 'mixed' ? 2 : 1;
  for (let clicks = 0; clicks < most; clicks++) {
    await uncover(hand);
    deed = await leftClick(hand);
    const before = now;
    const refused = deed.cancelled === true && isTickBox(control);
    const after = await hand.patience.until(
      async () => {
        const probe = await hand.look(hand.control);
        const state = probe?.states[key];
        // The page went elsewhere, or drew the control anew: what came of it is seen from outside.
        if (state === undefined) return { gone: true, state };
        return state !== before && { gone: false, state };
      },
      refused ? CANCELLED_MS : SETTLED_MS,
    );
    if (after?.gone) return deed;
    now = after?.state ?? now;
    // Whatever came of it is compared, and said, where the act ends.
    if (now === wanted || refused) return deed;
  }
  throw new ActFailure(
    'timeout',
    `${hand.title} was clicked and is still ${now === 'mixed' ? 'half on' : now ? 'on' : 'off'}`,
  );
}
