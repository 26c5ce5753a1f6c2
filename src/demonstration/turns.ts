/** WebLINX turns from what happened (spec 1.3, 1.8). Pure: data in, the object that is serialised out. */
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

/** Longest text or markup of an element in a turn, UTF-16 units. A clicked `body` has the whole page. */
const MAX_ELEMENT_TEXT_LENGTH = 20_000;

export interface TurnTime {
  /** Seconds since the recording began. */
  t: number;
  /** Milliseconds since the epoch of that same moment. */
  epoch: number;
  /** The turn's number in `session.jsonl`. */
  turn: number;
}

export interface TurnLocation {
  url: string;
  tabId: number;
  viewport: Viewport;
}

export function chatTurn(t: number, speaker: Speaker, utterance: string): ChatTurn {
  // No `state`, not even null: the library would trip over it.
  return { type: 'chat', timestamp: t, speaker, utterance };
}

/** Whether the library's formatters raise when the turn has no element (spec 1.8, item 3). */
export function needsElement(form: WeblinxForm): boolean {
  return form.intent !== 'copy' && mayHaveElement(form);
}

function mayHaveElement(form: WeblinxForm): boolean {
  return form.intent !== 'scroll' && form.intent !== 'load';
}

/**
 * @param mouse CSS px in the viewport, null where there is none (load); already redacted strings throughout
 */
export function browserTurn(
  moment: TurnTime,
  place: TurnLocation,
  state: TurnState,
  form: WeblinxForm,
  element: TurnElement | null,
  mouse: { x: number; y: number } | null,
): BrowserTurn {
  const metadata: TurnMetadata = {
    mouseX: Math.round(mouse?.x ?? 0),
    mouseY: Math.round(mouse?.y ?? 0),
    tabId: place.tabId,
    timestamp: moment.epoch,
    url: place.url,
    viewportHeight: place.viewport.height,
    viewportWidth: place.viewport.width,
    zoomLevel: 1,
  };
  const args: TurnArguments = {
    metadata,
    properties: propertiesOf(form, place, mouse),
    ...(mayHaveElement(form) && element !== null ? { element } : {}),
    ...valuesOf(form),
  };
  return {
    type: 'browser',
    timestamp: moment.t,
    state,
    action: {
      intent: form.intent,
      arguments: args,
      event_id: moment.turn,
      element_html: args.element === undefined ? null : openingTag(args.element.outerHTML ?? ''),
      screenshot_effect: null,
    },
  };
}

/** What the intent alone has, directly under `arguments` (spec 1.3). */
function valuesOf(form: WeblinxForm): Partial<TurnArguments> {
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

/** A tab event: no page, no pointer, and the format's sentinels for what does not apply. */
export function tabTurn(moment: TurnTime, form: TabForm): BrowserTurn {
  const properties =
    form.intent === 'tabswitch'
      ? { tabId: form.tabId, tabIdOrigin: form.tabIdOrigin, windowId: 1 }
      : { tabId: form.tabId };
  return {
    type: 'browser',
    timestamp: moment.t,
    state: { screenshot: null, page: null },
    action: {
      intent: form.intent,
      arguments: {
        metadata: {
          mouseX: 0,
          mouseY: 0,
          tabId: -1,
          timestamp: moment.epoch,
          url: '',
          viewportHeight: -1,
          viewportWidth: -1,
          zoomLevel: 1,
        },
        properties,
      },
      event_id: moment.turn,
      element_html: null,
      screenshot_effect: null,
    },
  };
}

/** @param uid goes in whatever the page itself wrote under that attribute name */
export function turnElement(element: ElementSnapshot, uid: string): TurnElement {
  const attributes = { ...element.attributes, [UID_ATTRIBUTE]: uid };
  const { x, y, width, height, top, right, bottom, left } = domBox(element.box);
  return {
    attributes: Object.fromEntries(Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    // Turns have the keys in alphabetical order, unlike bboxes files.
    bbox: { bottom, height, left, right, top, width, x, y },
    innerHTML: cut(element.innerHTML),
    outerHTML: cut(element.outerHTML),
    tagName: element.tagName,
    textContent: cut(element.textContent),
    xpath: element.xpath,
  };
}

export function domBox({ x, y, width, height }: Box): DomBox {
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

function propertiesOf(
  form: WeblinxForm,
  { tabId, viewport }: TurnLocation,
  mouse: { x: number; y: number } | null,
): Record<string, unknown> {
  if (form.intent === 'load') {
    const { transitionQualifiers, transitionType, url } = form;
    return { frameId: 0, parentFrameId: -1, tabId, transitionQualifiers, transitionType, url };
  }
  if ((form.intent === 'click' || form.intent === 'hover') && mouse !== null) {
    // What is known of the mouse event; zoom is 1, so client px are CSS px.
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

function cut(text: string): string {
  return text.length <= MAX_ELEMENT_TEXT_LENGTH ? text : text.slice(0, MAX_ELEMENT_TEXT_LENGTH);
}

/** The first tag of an element's markup; attribute values may hold `>`. */
function openingTag(outerHTML: string): string {
  return /^<(?:"[^"]*"|'[^']*'|[^'">])*>/.exec(outerHTML.slice(0, MAX_ELEMENT_TEXT_LENGTH))?.[0] ?? '';
}
