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
  insideCuts,
  isCutAway,
  isSpeck,
  NO_CUTS,
  reach,
  type Cuts,
  type Cutting,
} from './clipping.js';
import { FAINT, isBlank } from './colours.js';
import { isLostOnGround, type Drawn } from './ground.js';
import { drawnParent, once } from './pass.js';
import { styleOf, type Look } from './style.js';
import { childNodes } from './text.js';

export type HiddenText = WireHidden;
export type HiddenWhy = WireHidden['reason'];

/** Letters that stand directly in an element. */
interface Letters {
  /** Why nobody reads them. */
  why: HiddenWhy | null;
  /** The first line is moved away from its place. */
  indented: boolean;
  /** They may be out of sight where their element is not. */
  astray: boolean;
}

export interface Sight extends Drawn, Cutting {
  around: Sight | null;
  /** Why people cannot see it although it is rendered. */
  why: HiddenWhy | null;
  cuts: Cuts;
  /** Why nothing in it can be seen, wherever it is placed. */
  passesOn: HiddenWhy | null;
  /** What is known of letters that stand directly in it, once somebody asked. */
  letters: Letters | null;
}

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

/** @param box where it is seen, if that is not where it is laid out */
export function sightOf(
  element: Element,
  around: Sight | null,
  box = element.getBoundingClientRect(),
): Sight {
  const style = styleOf(element);
  const top = inTopLayer(element);
  const outer = top ? null : around;
  const cuts = outer ? cutsOf(style, outer) : NO_CUTS;
  const shade = style.shade * (outer?.shade ?? 1);
  const passesOn = outer?.passesOn ?? whyNothing(element, style, box, shade);
  const why = passesOn ?? whyHere(style, box, cuts);
  const inside = insideCuts(element, style, box, cuts, why === null);
  return { element, around, style, box, why, shade, top, cuts, passesOn, inside, letters: null };
}

/** Why it is not seen where it stands; what is in it may stand elsewhere. */
function whyHere(style: Look, box: DOMRect, cuts: Cuts): HiddenWhy | null {
  // What is in a scroll container is reached by its scrolling, wherever it stands just now.
  if (cuts.view === null && cutOff(box, once(reach))) return 'off-screen';
  return cutOff(box, cuts.clip) || isSpeck(style, box) ? 'clipped' : null;
}

/** How much smaller than laid out it is drawn, by transforms or zoom; 1 where it is not. */
function shrinking({ element, style, box, around }: Sight): number {
  // Words in a line are as large as the line, unless they are flatter than their letters.
  if (style.display === 'inline' && around && box.height >= style.size * 0.8) return shrinking(around);
  const { offsetHeight } = element as HTMLElement;
  if (!(box.height < offsetHeight / 2 || box.width < 1.5)) return 1;
  const { offsetWidth } = element as HTMLElement;
  // Seen edge-on.
  if ((box.width < 1.5 && offsetWidth > 4) || (box.height < 1.5 && offsetHeight > 4)) return 0;
  return Math.max(box.width, box.height) / Math.max(offsetWidth, offsetHeight);
}

function isTiny(sight: Sight): boolean {
  const { size } = sight.style;
  if (size < READABLE) return true;
  const scale = shrinking(sight);
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

function judgeLetters(sight: Sight): Letters {
  if (sight.letters) return sight.letters;
  const { style } = sight;
  const why = whyUnread(sight);
  const indented = why === null && style.indented;
  const astray = indented || style.cutX === 'hides' || style.cutY === 'hides';
  return (sight.letters = { why, indented, astray });
}

const range = new Range();

/** Why nobody reads a text that stands directly in this element; null when people can. */
export function judgeText(sight: Sight, text: Text): HiddenWhy | null {
  const { why, indented, astray } = judgeLetters(sight);
  if (why || !astray) return why;
  range.selectNodeContents(text);
  const box = range.getBoundingClientRect();
  if (indented && sight.inside.view === null && cutOff(box, once(reach))) return 'off-screen';
  if (!cutOff(box, sight.inside.clip)) return null;
  return indented ? 'off-screen' : 'clipped';
}

const sightsOfPass = (): WeakMap<Element, Sight> => new WeakMap();

/** What is known of an element that nobody has come by yet. */
export function sightFromTop(element: Element): Sight {
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
  const { why, astray } = judgeLetters(sight);
  if (why || !astray) return why !== null;
  const texts = childNodes(element).filter((node) => node.nodeType === 3 && /\S/.test((node as Text).data));
  return texts.length > 0 && texts.every((text) => judgeText(sight, text as Text) !== null);
}
