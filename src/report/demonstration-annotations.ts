/**
 * A demonstration without `session.jsonl`, such as one from the WebLINX data set. It has turns, pages and screenshots,
 * but no outcomes, evidence or verdict. Callers pass in annotations of its turns: candidates and predictions.
 */
import type { Demonstration, TurnElement, WeblinxTurn } from '../demonstration/index.js';

/** Data about a turn from outside the demonstration. */
export interface TurnAnnotation {
  /** The recorded action as the data set's models write it: `click(uid="a1")`. */
  reference: string;
  /** The ranker's candidates, best first. */
  ranked: readonly { uid: string; score: number; name: string }[];
  prediction: TurnPrediction | null;
}

export interface TurnPrediction {
  /** As the model wrote it. */
  output: string;
  /** Uid of the predicted element. */
  uid: string | null;
  /** Name and value of each metric, from 0 to 1; empty if the turn is not scored. */
  scores: readonly { metric: string; value: number }[];
  /** Why the prediction counts as wrong; null if it does not. */
  missReason: string | null;
}

export interface Annotations {
  /** @param index in `replay.json` */
  annotate(turn: WeblinxTurn, index: number): TurnAnnotation;
  /** Missing data: one sentence each, with the next step. */
  remarks: readonly string[];
}

/** Finds the candidates and predictions of a demonstration. */
export type OpenAnnotations = (dir: string, demonstration: Demonstration) => Promise<Annotations>;

const INTENT_VERBS: Readonly<Record<string, string>> = {
  click: 'Clicks',
  hover: 'Points at',
  textInput: 'Types into',
  change: 'Changes',
  submit: 'Submits',
  copy: 'Copies',
  paste: 'Pastes',
};

const MAX_NAME_LENGTH = 60;

/** Describes a turn for people: `Clicks button “Search”`. */
export function describeRecordedTurn(turn: WeblinxTurn): string {
  if (turn.type === 'chat') return turn.utterance;
  const { intent, arguments: args } = turn.action;
  const { element, properties } = args;
  const url = properties?.['url'];
  const name = element ? ` ${element.tagName.toLowerCase()}${quote(getElementName(element))}` : '';
  switch (intent) {
    case 'load':
      return `Opens ${typeof url === 'string' ? url : 'a page'}`;
    case 'scroll':
      return `Scrolls to ${Math.round(args.scrollX ?? 0)}, ${Math.round(args.scrollY ?? 0)}`;
    case 'tabcreate':
      return 'Opens a tab';
    case 'tabremove':
      return 'Closes a tab';
    case 'tabswitch':
      return 'Switches to another tab';
    default: {
      const text = args.text ?? args.value ?? args.selected ?? args.pasted;
      return `${INTENT_VERBS[intent] ?? intent}${name}${text === undefined ? '' : `:${quote(text)}`}`;
    }
  }
}

const NAMING_ATTRIBUTES = ['aria-label', 'placeholder', 'title', 'alt', 'name', 'value'];

/** Returns the element's text, or else a visible or naming attribute. */
function getElementName({ textContent, attributes }: TurnElement): string {
  if (textContent.trim() !== '') return textContent;
  return NAMING_ATTRIBUTES.map((name) => attributes[name] ?? '').find((value) => value.trim() !== '') ?? '';
}

function quote(text: string): string {
  const singleLine = text.replace(/\s+/g, ' ').trim();
  if (singleLine === '') return '';
  return ` “${singleLine.length > MAX_NAME_LENGTH ? `${singleLine.slice(0, MAX_NAME_LENGTH)}…` : singleLine}”`;
}

/** Whether the turn is the navigator's, so that a model may predict it. */
export const isNavigatorTurn = (turn: WeblinxTurn): boolean =>
  turn.type === 'browser' || turn.speaker === 'navigator';
