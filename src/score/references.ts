/** Converts recorded turns (references) and model outputs (predictions) to the same form, so that they can be compared. */
import {
  ELEMENT_INTENTS,
  toEvalIntent,
  type EvalIntent,
  parseStrictly,
  sanitizeCoordinates,
  findSmallestBoxAt,
  type StrictValue,
  UID_ATTRIBUTE,
} from '../action/index.js';
import type { DomBox, WeblinxTurn } from '../demonstration/index.js';

/** The parts of a turn's page that the evaluation needs. */
export interface ScoredPage {
  /** All uids in the HTML. */
  uids: ReadonlySet<string>;
  /** In file order. */
  boxes: ReadonlyMap<string, DomBox>;
}

export interface ScoredElement {
  uid: string | null;
  box: DomBox | null;
}

/** The action of a prediction or a reference. */
export interface ScoredAction {
  intent: EvalIntent;
  args: ReadonlyMap<string, StrictValue>;
  element: ScoredElement | null;
}

export function parsePrediction(output: string, page: ScoredPage): ScoredAction {
  const { intent, args: rawArgs } = parseStrictly(output);
  const args = sanitizeCoordinates(rawArgs);
  return { intent, args, element: ELEMENT_INTENTS.has(intent) ? findElement(args, page) : null };
}

/** Boxes given by their sides match no element, because the library expects integers. */
function findElement(args: ReadonlyMap<string, StrictValue>, page: ScoredPage): ScoredElement | null {
  for (const name of ['uid', UID_ATTRIBUTE])
    if (args.has(name)) return findElementByUid(args.get(name)!, page);
  const [x, y] = [args.get('x'), args.get('y')];
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  return findElementByUid(findSmallestBoxAt(page.boxes, x, y), page);
}

function findElementByUid(uid: StrictValue, page: ScoredPage): ScoredElement | null {
  if (typeof uid !== 'string' || uid === '' || !page.uids.has(uid)) return null;
  const box = page.boxes.get(uid);
  return box === undefined ? null : { uid, box };
}

export function toReference(turn: WeblinxTurn, page: ScoredPage): ScoredAction {
  if (turn.type === 'chat')
    return {
      intent: 'say',
      args: new Map([
        ['speaker', turn.speaker],
        ['utterance', turn.utterance],
      ]),
      element: null,
    };
  const { intent: storedIntent, arguments: args } = turn.action;
  const { element } = args;
  const uid = element?.attributes[UID_ATTRIBUTE];
  const url = args.properties?.['url'];
  const values: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    textinput: { text: args.text },
    change: { value: args.value },
    load: { url },
    scroll: { x: args.scrollX, y: args.scrollY },
    copy: { text: args.selected },
    paste: { text: args.pasted },
  };
  const intent = toEvalIntent(storedIntent);
  return {
    intent,
    args: new Map(
      Object.entries(values[intent] ?? {}).filter(
        (entry): entry is [string, StrictValue] =>
          typeof entry[1] === 'string' || typeof entry[1] === 'number',
      ),
    ),
    element:
      element === undefined
        ? null
        : uid === undefined
          ? { uid: null, box: element.bbox }
          : findElementByUid(uid, page),
  };
}

/** Formats an action as the paper's models do: `click(uid="a1")`. */
export function formatReference({ intent, args, element }: ScoredAction): string {
  const parts = [...args].map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const uid = element?.uid;
  return `${intent}(${[...parts, ...(uid == null ? [] : [`uid=${JSON.stringify(uid)}`])].join(', ')})`;
}

const INTENTS_WITH_ELEMENT: ReadonlySet<EvalIntent> = new Set(['change', 'click', 'textinput', 'submit']);

/** Excludes turns whose element is not in the page, and clicks that the next turn repeats. */
export function isValidReference(
  { intent, element }: ScoredAction,
  nextTurn: WeblinxTurn | undefined,
): boolean {
  if (!INTENTS_WITH_ELEMENT.has(intent)) return true;
  if (element?.uid == null) return false;
  if (intent !== 'click' || nextTurn?.type !== 'browser') return true;
  if (nextTurn.action.intent === 'copy') return false;
  const submittedUid = nextTurn.action.arguments.element?.attributes[UID_ATTRIBUTE];
  return !(nextTurn.action.intent === 'submit' && submittedUid === element.uid);
}
