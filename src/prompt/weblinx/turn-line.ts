/** A turn in a line for people, as the library's `Turn.format_text` writes it: `[button] Go -> CLICK`. */
import { numberText, strip } from '../../python/index.js';
import type { BrowserReplayTurn, ReplayTurn } from './replay-turn.js';

const MAX_LENGTH = 50;

export function turnLine(turn: ReplayTurn): string {
  if (turn.type === 'chat') return `[${turn.speaker.toLowerCase()}] -> SAY: ${strip(turn.utterance)}`;
  const { element } = turn.action.arguments;
  const what =
    element === undefined
      ? ''
      : `[${strip(element.tagName.toLowerCase())}] ${cut(strip(element.textContent), '...')}`;
  const how = details(turn);
  return `${what} -> ${turn.action.intent.toUpperCase()}${how === null ? '' : `: ${how}`}`;
}

function details({ url: own, action }: BrowserReplayTurn): string | null {
  const { arguments: args } = action;
  const properties = args.properties ?? {};
  switch (action.intent) {
    case 'textInput':
      return args.text ?? null;
    case 'change':
      return args.value ?? null;
    case 'scroll':
      return `x=${numberText(args.scrollX ?? 0)}, y=${numberText(args.scrollY ?? 0)}`;
    case 'copy':
      return cut(args.selected ?? '', '...');
    case 'paste':
      return cut(args.pasted ?? '', '...');
    case 'tabcreate':
    case 'tabremove':
      return properties['tabId'] === undefined ? null : textOf(properties['tabId']);
    case 'tabswitch':
      return `from=${textOf(properties['tabIdOrigin'])}, to=${textOf(properties['tabId'])}`;
    case 'load': {
      const { url, transitionType: type, transitionQualifiers: qualifiers } = properties;
      const place = cut(textOf(url) || (own ?? ''), '[...]');
      if (typeof type !== 'string' || type === '') return place;
      const list = Array.isArray(qualifiers) ? qualifiers.join(' ') : '';
      return `${place}, transition=${type}, qualifiers=(${list})`;
    }
    default:
      return null;
  }
}

/** What is cut off is marked on top of the length. */
function cut(text: string, mark: string): string {
  const points = [...text];
  return points.length > MAX_LENGTH ? points.slice(0, MAX_LENGTH).join('') + mark : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
