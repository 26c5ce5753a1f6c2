/**
 * The one judge of what people can see: of an element, given what is known of the one around it, and of the text
 * that stands directly in it. The scan asks it on its way down; whoever asks about a single element gets the same
 * answer, found from the top.
 */
import type { WireHidden } from './wire.js';
import { isTurnedAway } from './back.js';
import {
  cutOff,
  cutsOf,
  holdsPlaced,
  insideCuts,
  isCutAway,
  isSpeck,
  NO_CUTS,
  reach,
  type Cuts,
} from './clipping.js';
import { FAINT, isBlank } from './colours.js';
import { isLostOnGround, type Drawn } from './ground.js';
import { drawnParent, once } from './pass.js';
import { styleOf, type Look } from './style.js';

export type HiddenText = WireHidden;
export type HiddenWhy = WireHidden['why'];

export interface Sight extends Drawn {
  around: Sight | null;
  /** Why people cannot see it although it is rendered. */
  why: HiddenWhy | null;
  cuts: Cuts;
  /** Why nothing in it can be seen, wherever it is placed. */
  passesOn: HiddenWhy | null;
  /** What cuts its content: what is in the flow, and what is placed in the nearest positioned ancestor. */
  flow: Cuts;
  placed: Cuts;
  /** Why nobody reads letters that stand directly in it; asked once. */
  letters?: HiddenWhy | null;
}

const OUTSIDE = { flow: NO_CUTS, placed: NO_CUTS, passesOn: null, shade: 1 };
/** Smaller letters than this are not for reading. */
const READABLE = 4;

function inTopLayer(element: Element): boolean {
  return (
    (element.localName === 'dialog' || element.hasAttribute('popover')) &&
    element.matches(':modal, :popover-open')
  );
}

/** A mask of nothing, or of no size. */
function isMaskedOut({ style }: Look): boolean {
  const { maskImage } = style;
  return maskImage !== 'none' && (isBlank(maskImage) || /^0(px|%)?( 0(px|%)?)?$/.test(style.maskSize));
}

/** Why neither the element nor anything in it is drawn. */
function whyNothing(element: Element, style: Look, box: DOMRect, shade: number): HiddenWhy | null {
  if (shade < FAINT || isMaskedOut(style)) return 'transparent';
  if (isCutAway(style, box)) return 'clipped';
  return isTurnedAway(element, style) ? 'transparent' : null;
}

export function sightOf(element: Element, around: Sight | null): Sight {
  const style = styleOf(element);
  const box = element.getBoundingClientRect();
  const top = inTopLayer(element);
  const outer = top ? OUTSIDE : (around ?? OUTSIDE);
  const cuts = cutsOf(style, outer);
  const shade = outer.shade * style.shade;
  const passesOn = outer.passesOn ?? whyNothing(element, style, box, shade);
  const why = passesOn ?? whyHere(style, box, cuts);
  const flow = insideCuts(element, style, box, cuts, why === null);
  const placed = flow === outer.placed || holdsPlaced(style) ? flow : outer.placed;
  return { element, around, style, box, why, shade, top, cuts, passesOn, flow, placed };
}

/** Why it is not seen where it stands; what is in it may stand elsewhere. */
function whyHere(style: Look, box: DOMRect, cuts: Cuts): HiddenWhy | null {
  // What is in a scroll container is reached by its scrolling, wherever it stands just now.
  if (cuts.view === null && cutOff(box, once(reach))) return 'off-screen';
  return cutOff(box, cuts.clip) || isSpeck(style, box) ? 'clipped' : null;
}

/** Letters of this size, drawn smaller by transforms or zoom, or edge-on. */
function isTiny({ element, style, box }: Sight): boolean {
  const { size } = style;
  if (size < READABLE) return true;
  const { offsetWidth, offsetHeight } = element as HTMLElement;
  if (box.width < 1.5 && offsetWidth > 4) return true;
  if (box.height < 1.5 && offsetHeight > 4) return true;
  const scale = Math.max(box.width, box.height) / Math.max(offsetWidth, offsetHeight);
  return scale < 0.5 && size * scale < READABLE;
}

/** A skipped element is there, but nothing in it is drawn. */
export function skipsContent({ element, style }: Sight): boolean {
  return style.style.contentVisibility === 'hidden' && element.getAttribute('hidden') !== 'until-found';
}

function whyUnread(sight: Sight): HiddenWhy | null {
  if (sight.why) return sight.why;
  if (isTiny(sight)) return 'tiny';
  return skipsContent(sight) ? 'clipped' : isLostOnGround(sight);
}

/** Why nobody reads letters that stand directly in this element; null when people can. */
export function judgeLetters(sight: Sight): HiddenWhy | null {
  return sight.letters === undefined ? (sight.letters = whyUnread(sight)) : sight.letters;
}

const range = new Range();

/** As `judgeLetters`, of one text: its first line may be moved away, or lie in what its own element cuts off. */
export function judgeText(sight: Sight, text: Text): HiddenWhy | null {
  const why = judgeLetters(sight);
  const { style } = sight;
  if (why || (style.cutX !== 'hides' && style.cutY !== 'hides' && !style.indented)) return why;
  range.selectNodeContents(text);
  const box = range.getBoundingClientRect();
  if (style.indented && sight.flow.view === null && cutOff(box, once(reach))) return 'off-screen';
  if (!cutOff(box, sight.flow.clip)) return null;
  return style.indented ? 'off-screen' : 'clipped';
}

const sightsOfPass = (): WeakMap<Element, Sight> => new WeakMap();

/** What is known of an element that nobody has come by yet. */
function sightFromTop(element: Element): Sight {
  const sights = once(sightsOfPass);
  const chain: Element[] = [];
  let at: Element | null = element;
  while (at && !sights.has(at)) {
    chain.push(at);
    at = drawnParent(at);
  }
  let sight = at ? sights.get(at)! : null;
  for (const link of chain.reverse()) sights.set(link, (sight = sightOf(link, sight)));
  return sight!;
}

/** Nobody sees the text that stands directly in this element. */
export function isUnseen(element: Element): boolean {
  if (!styleOf(element).visible) return true;
  const sight = sightFromTop(element);
  for (let at: Sight | null = sight; at; at = at.around)
    if (at.style.display === 'none' || at.style.display === '') return true;
  if (judgeLetters(sight)) return true;
  if (!sight.style.indented) return false;
  for (const child of element.childNodes)
    if (child.nodeType === 3 && /\S/.test((child as Text).data))
      return judgeText(sight, child as Text) !== null;
  return false;
}
