/** Formats a turn as one readable line, like the library's `Turn.format_text`: `[button] Go -> CLICK`. */
import { formatNumber, strip } from '../../python/index.js';
import type { BrowserReplayTurn, ReplayTurn } from './replay-turn.js';

const MAX_LENGTH = 50;

export function formatTurnLine(turn: ReplayTurn): string {
  if (turn.type === 'chat') return `[${turn.speaker.toLowerCase()}] -> SAY: ${strip(turn.utterance)}`;
  const { element } = turn.action.arguments;
  const target =
    element === undefined
      ? ''
      : `[${strip(element.tagName.toLowerCase())}] ${truncate(strip(element.textContent), '...')}`;
  const details = formatDetails(turn);
  return `${target} -> ${turn.action.intent.toUpperCase()}${details === null ? '' : `: ${details}`}`;
}

function formatDetails({ url: pageUrl, action }: BrowserReplayTurn): string | null {
  const { arguments: args } = action;
  const properties = args.properties ?? {};
  switch (action.intent) {
    case 'textInput':
      return args.text ?? null;
    case 'change':
      return args.value ?? null;
    case 'scroll':
      return `x=${formatNumber(args.scrollX ?? 0)}, y=${formatNumber(args.scrollY ?? 0)}`;
    case 'copy':
      return truncate(args.selected ?? '', '...');
    case 'paste':
      return truncate(args.pasted ?? '', '...');
    case 'tabcreate':
    case 'tabremove':
      return properties['tabId'] === undefined ? null : toText(properties['tabId']);
    case 'tabswitch':
      return `from=${toText(properties['tabIdOrigin'])}, to=${toText(properties['tabId'])}`;
    case 'load': {
      const { url, transitionType: type, transitionQualifiers: qualifiers } = properties;
      const shortUrl = truncate(toText(url) || (pageUrl ?? ''), '[...]');
      if (typeof type !== 'string' || type === '') return shortUrl;
      const list = Array.isArray(qualifiers) ? qualifiers.join(' ') : '';
      return `${shortUrl}, transition=${type}, qualifiers=(${list})`;
    }
    default:
      return null;
  }
}

/** Truncates a text to `MAX_LENGTH` code points, without counting the mark. */
function truncate(text: string, mark: string): string {
  const points = [...text];
  return points.length > MAX_LENGTH ? points.slice(0, MAX_LENGTH).join('') + mark : text;
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
