/** Creates WebLINX turns. No side effects. The returned objects are serialised unchanged. */
import { type TabForm, UID_ATTRIBUTE, type WeblinxForm } from '../action/index.js';
import type { Box, ElementSnapshot, Speaker, Viewport } from '../contract/index.js';
import type {
  BrowserTurn,
  ChatTurn,
  DomBox,
  TurnArguments,
  TurnElement,
  TurnMetadata,
  TurnState,
} from './types.js';

/**
 * Maximum length of an element's text or markup in a turn, in UTF-16 units. A clicked `body` contains the whole page.
 */
const MAX_ELEMENT_TEXT_LENGTH = 20_000;

export interface TurnTime {
  /** Seconds since the recording began. */
  seconds: number;
  /** The same time in milliseconds since the epoch. */
  epochMs: number;
  /** The turn's number in `session.jsonl`. */
  turn: number;
}

export interface TurnLocation {
  url: string;
  tabId: number;
  viewport: Viewport;
}

export function toChatTurn(t: number, speaker: Speaker, utterance: string): ChatTurn {
  // The library fails if a chat turn has the key `state`, even with the value null.
  return { type: 'chat', timestamp: t, speaker, utterance };
}

/** Whether the turn needs an element. Without it, the WebLINX library's formatters would fail. */
export function needsElement(form: WeblinxForm): boolean {
  return form.intent !== 'copy' && canHaveElement(form);
}

function canHaveElement(form: WeblinxForm): boolean {
  return form.intent !== 'scroll' && form.intent !== 'load';
}

/**
 * Creates a turn for an action on a page. All strings must already be redacted.
 *
 * @param mouse pointer position in CSS px, relative to the viewport; null for a `load`, which has no pointer
 */
export function toBrowserTurn(
  time: TurnTime,
  location: TurnLocation,
  state: TurnState,
  form: WeblinxForm,
  element: TurnElement | null,
  mouse: { x: number; y: number } | null,
): BrowserTurn {
  const metadata: TurnMetadata = {
    mouseX: Math.round(mouse?.x ?? 0),
    mouseY: Math.round(mouse?.y ?? 0),
    tabId: location.tabId,
    timestamp: time.epochMs,
    url: location.url,
    viewportHeight: location.viewport.height,
    viewportWidth: location.viewport.width,
    zoomLevel: 1,
  };
  const turnArguments: TurnArguments = {
    metadata,
    properties: createProperties(form, location, mouse),
    ...(canHaveElement(form) && element !== null ? { element } : {}),
    ...getIntentFields(form),
  };
  return {
    type: 'browser',
    timestamp: time.seconds,
    state,
    action: {
      intent: form.intent,
      arguments: turnArguments,
      event_id: time.turn,
      element_html:
        turnArguments.element === undefined ? null : findOpeningTag(turnArguments.element.outerHTML ?? ''),
      screenshot_effect: null,
    },
  };
}

/** Returns the intent's own fields, which are directly under `arguments`. */
function getIntentFields(form: WeblinxForm): Partial<TurnArguments> {
  switch (form.intent) {
    case 'textInput':
      return { text: form.text };
    case 'change':
      return { value: form.value };
    case 'scroll':
      return { scrollX: form.scrollX, scrollY: form.scrollY };
    case 'copy':
      return { selected: form.selected };
    case 'paste':
      return { pasted: form.pasted };
    default:
      return {};
  }
}

/**
 * Creates a turn for a tab event. The turn has no page and no pointer, so their fields get the format's placeholders.
 */
export function toTabTurn(time: TurnTime, form: TabForm): BrowserTurn {
  const properties =
    form.intent === 'tabswitch'
      ? { tabId: form.tabId, tabIdOrigin: form.tabIdOrigin, windowId: 1 }
      : { tabId: form.tabId };
  return {
    type: 'browser',
    timestamp: time.seconds,
    state: { screenshot: null, page: null },
    action: {
      intent: form.intent,
      arguments: {
        metadata: {
          mouseX: 0,
          mouseY: 0,
          tabId: -1,
          timestamp: time.epochMs,
          url: '',
          viewportHeight: -1,
          viewportWidth: -1,
          zoomLevel: 1,
        },
        properties,
      },
      event_id: time.turn,
      element_html: null,
      screenshot_effect: null,
    },
  };
}

/** @param uid overrides the uid attribute if the page itself has set one */
export function toTurnElement(element: ElementSnapshot, uid: string): TurnElement {
  const attributes = { ...element.attributes, [UID_ATTRIBUTE]: uid };
  const { x, y, width, height, top, right, bottom, left } = toDomBox(element.box);
  return {
    attributes: Object.fromEntries(Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    // Turns have the keys in alphabetical order, unlike bboxes files.
    bbox: { bottom, height, left, right, top, width, x, y },
    innerHTML: truncate(element.innerHTML),
    outerHTML: truncate(element.outerHTML),
    tagName: element.tagName,
    textContent: truncate(element.textContent),
    xpath: element.xpath,
  };
}

export function toDomBox({ x, y, width, height }: Box): DomBox {
  return {
    x,
    y,
    width,
    height,
    top: Math.min(y, y + height),
    right: Math.max(x, x + width),
    bottom: Math.max(y, y + height),
    left: Math.min(x, x + width),
  };
}

function createProperties(
  form: WeblinxForm,
  { tabId, viewport }: TurnLocation,
  mouse: { x: number; y: number } | null,
): Record<string, unknown> {
  if (form.intent === 'load') {
    const { transitionQualifiers, transitionType, url } = form;
    return { frameId: 0, parentFrameId: -1, tabId, transitionQualifiers, transitionType, url };
  }
  if ((form.intent === 'click' || form.intent === 'hover') && mouse !== null) {
    // Contains only those fields of a mouse event that Parley knows. At zoom 1, client px are CSS px.
    return {
      altKey: false,
      button: 0,
      clientX: mouse.x,
      clientY: mouse.y,
      ctrlKey: false,
      detail: form.intent === 'click' ? (form.clicks ?? 1) : 0,
      metaKey: false,
      pageX: mouse.x + viewport.scrollX,
      pageY: mouse.y + viewport.scrollY,
      shiftKey: false,
      x: mouse.x,
      y: mouse.y,
    };
  }
  return {};
}

function truncate(text: string): string {
  return text.length <= MAX_ELEMENT_TEXT_LENGTH ? text : text.slice(0, MAX_ELEMENT_TEXT_LENGTH);
}

/** Finds the first tag of an element's markup; attribute values may contain `>`. */
function findOpeningTag(outerHTML: string): string {
  return /^<(?:"[^"]*"|'[^']*'|[^'">])*>/.exec(outerHTML.slice(0, MAX_ELEMENT_TEXT_LENGTH))?.[0] ?? '';
}
