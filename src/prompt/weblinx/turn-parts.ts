/** Extracts groups of arguments from a turn. The formats in `turn-formats.ts` combine them. */
import { UID_ATTRIBUTE } from '../../action/index.js';
import { ParleyError } from '../../contract/index.js';
import { shorten, strip } from '../../python/index.js';
import type { CallArguments } from './call.js';
import type { BrowserReplayTurn, ReplayElement, ReplayTurn } from './replay-turn.js';

/** Formats a timestamp as `mm:ss`. Minutes may exceed 59; times before the recording are negative. */
export function formatTimestamp({ timestamp }: ReplayTurn): string {
  const seconds = Math.abs(timestamp);
  const pad = (part: number): string => String(Math.trunc(part)).padStart(2, '0');
  return `${timestamp < 0 ? '-' : ''}${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

/** The pointer position in CSS px; -1 if it was not recorded. */
export function getPointerArguments({ action }: BrowserReplayTurn): CallArguments {
  const { mouseX, mouseY } = action.arguments.metadata ?? {};
  if (mouseX === undefined || mouseY === undefined) return { x: -1, y: -1 };
  return { x: Math.trunc(mouseX), y: Math.trunc(mouseY) };
}

/** The element's tag without its attributes, as in the DMR and Pix2Act formats. */
export function getBareElementArguments(turn: BrowserReplayTurn): CallArguments {
  return { tag: requireElement(turn).tagName.toLowerCase(), attrs: {} };
}

/** The element's tag, attributes and text, as in the OTR format for hovered elements. */
export function getFullElementArguments(turn: BrowserReplayTurn): CallArguments {
  const { tagName, attributes, textContent } = requireElement(turn);
  return {
    tag: tagName.toLowerCase(),
    attrs: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, shorten(value, MAX_ATTRIBUTE_LENGTH)]),
    ),
    text: shorten(strip(textContent), MAX_ELEMENT_TEXT_LENGTH),
  };
}

const MAX_ATTRIBUTE_LENGTH = 20;
const MAX_ELEMENT_TEXT_LENGTH = 40;

/** The element's uid. If the recorder assigned no uid, it is printed as `None`. */
export function getUidArgument(turn: BrowserReplayTurn): CallArguments {
  return { uid: requireElement(turn).attributes[UID_ATTRIBUTE] ?? null };
}

/** The positions of the element's sides, in recorded (zoomed) px. */
export function getBoxArguments(turn: BrowserReplayTurn): CallArguments {
  const { bbox } = requireElement(turn);
  if (bbox === undefined) return throwMissing(turn, 'element.bbox');
  return {
    top: Math.trunc(bbox.top),
    left: Math.trunc(bbox.left),
    right: Math.trunc(bbox.right),
    bottom: Math.trunc(bbox.bottom),
  };
}

/** A typed or chosen value. */
export function getValueArgument(
  turn: BrowserReplayTurn,
  name: 'text' | 'value',
  max: number,
): CallArguments {
  return { [name]: shorten(strip(turn.action.arguments[name] ?? ''), max) };
}

export function getScrollArguments(turn: BrowserReplayTurn): CallArguments {
  const { scrollX, scrollY } = turn.action.arguments;
  return {
    x: Math.trunc(scrollX ?? throwMissing(turn, 'scrollX')),
    y: Math.trunc(scrollY ?? throwMissing(turn, 'scrollY')),
  };
}

export function getClipboardArgument(
  turn: BrowserReplayTurn,
  name: 'selected' | 'pasted',
  max: number,
): CallArguments {
  return { text: shorten(turn.action.arguments[name] ?? throwMissing(turn, name), max) };
}

export function getUrlArgument(turn: BrowserReplayTurn, max: number): CallArguments {
  const loadedUrl = getProperties(turn)['url'];
  const url = typeof loadedUrl === 'string' && loadedUrl !== '' ? loadedUrl : turn.url;
  return { url: shorten(url ?? throwMissing(turn, 'url'), max) };
}

/** Chrome's transition type and qualifiers of a page load; recorders may omit them. */
export function getTransitionArguments(turn: BrowserReplayTurn): CallArguments {
  const { transitionType: type, transitionQualifiers: qualifiers } = getProperties(turn);
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(Array.isArray(qualifiers) ? { qualifiers: qualifiers.join('; ') } : {}),
  };
}

export function getTabArguments(turn: BrowserReplayTurn): CallArguments {
  const { tabIdOrigin: origin, tabId: target } = getProperties(turn);
  return {
    ...(origin === undefined ? {} : { origin: toTabId(origin) }),
    target: target === undefined ? 'Unknown' : toTabId(target),
  };
}

function toTabId(value: unknown): string | number | null {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

function getProperties({ action }: BrowserReplayTurn): Readonly<Record<string, unknown>> {
  return action.arguments.properties ?? {};
}

function requireElement(turn: BrowserReplayTurn): ReplayElement {
  return turn.action.arguments.element ?? throwMissing(turn, 'element');
}

function throwMissing(turn: BrowserReplayTurn, field: string): never {
  throw new ParleyError(
    'usage',
    `The ${turn.action.intent} turn at ${formatTimestamp(turn)} has no “${field}”, which its WebLINX format needs.`,
    'Repair replay.json; the WebLINX library rejects such a turn too.',
  );
}
