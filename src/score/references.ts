/** The reference of a turn, and the normalised form of a prediction (spec 6.1, 7.1, 7.2). */
import {
  ELEMENT_INTENTS,
  evalIntent,
  type EvalIntent,
  parseStrictly,
  sanitized,
  smallestBoxAt,
  type StrictValue,
  UID_ATTRIBUTE,
} from '../action/index.js';
import type { DomBox, WeblinxTurn } from '../demonstration/index.js';

/** What the evaluation knows of a turn's page. */
export interface ScoredPage {
  /** Every uid of the HTML. */
  uids: ReadonlySet<string>;
  /** In the order of the file. */
  boxes: ReadonlyMap<string, DomBox>;
}

export interface ScoredElement {
  uid: string | null;
  box: DomBox | null;
}

/** Of a prediction or a reference. */
export interface ScoredAction {
  intent: EvalIntent;
  args: ReadonlyMap<string, StrictValue>;
  element: ScoredElement | null;
}

export function predictionOf(output: string, page: ScoredPage): ScoredAction {
  const { intent, args: raw } = parseStrictly(output);
  const args = sanitized(raw);
  return { intent, args, element: ELEMENT_INTENTS.has(intent) ? elementOf(args, page) : null };
}

/** Boxes given by their sides match no element, because the library expects integers. */
function elementOf(args: ReadonlyMap<string, StrictValue>, page: ScoredPage): ScoredElement | null {
  for (const name of ['uid', UID_ATTRIBUTE]) if (args.has(name)) return elementBy(args.get(name)!, page);
  const [x, y] = [args.get('x'), args.get('y')];
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  return elementBy(smallestBoxAt(page.boxes, x, y), page);
}

function elementBy(uid: StrictValue, page: ScoredPage): ScoredElement | null {
  if (typeof uid !== 'string' || uid === '' || !page.uids.has(uid)) return null;
  const box = page.boxes.get(uid);
  return box === undefined ? null : { uid, box };
}

export function referenceOf(turn: WeblinxTurn, page: ScoredPage): ScoredAction {
  if (turn.type === 'chat')
    return {
      intent: 'say',
      args: new Map([
        ['speaker', turn.speaker],
        ['utterance', turn.utterance],
      ]),
      element: null,
    };
  const { intent: stored, arguments: given } = turn.action;
  const { element } = given;
  const uid = element?.attributes[UID_ATTRIBUTE];
  const url = given.properties?.['url'];
  const told: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    textinput: { text: given.text },
    change: { value: given.value },
    load: { url },
    scroll: { x: given.scrollX, y: given.scrollY },
    copy: { text: given.selected },
    paste: { text: given.pasted },
  };
  const intent = evalIntent(stored);
  return {
    intent,
    args: new Map(
      Object.entries(told[intent] ?? {}).filter(
        (entry): entry is [string, StrictValue] =>
          typeof entry[1] === 'string' || typeof entry[1] === 'number',
      ),
    ),
    element:
      element === undefined
        ? null
        : uid === undefined
          ? { uid: null, box: element.bbox }
          : elementBy(uid, page),
  };
}

const NEED_ELEMENT: ReadonlySet<EvalIntent> = new Set(['change', 'click', 'textinput', 'submit']);

/** Turns whose element is gone from the page are left out, and clicks that the next turn says again. */
export function isValidReference({ intent, element }: ScoredAction, next: WeblinxTurn | undefined): boolean {
  if (!NEED_ELEMENT.has(intent)) return true;
  if (element?.uid == null) return false;
  if (intent !== 'click' || next?.type !== 'browser') return true;
  if (next.action.intent === 'copy') return false;
  const submitted = next.action.arguments.element?.attributes[UID_ATTRIBUTE];
  return !(next.action.intent === 'submit' && submitted === element.uid);
}
