/** Parses clauses about scrolling: the page, to an element, or a scrollable part of the page. */
import type { Quotes, ScrollWay, Step, Target } from './steps.js';
import { noArticle, readTarget } from './target.js';

const PAGE = /^(?:the |this )?(?:web ?)?(?:page|site|website|window|screen|document)$/iu;
const ENDS: Readonly<Record<string, ScrollWay>> = {
  bottom: 'bottom',
  end: 'bottom',
  top: 'top',
  beginning: 'top',
  start: 'top',
};
const END_OF =
  /^(?:all the way |right |back )?(?:down |up )?to (?:the )?(?:very )?(bottom|end|top|beginning|start) of (?:the |this )?(.+)$/iu;
const WAY_IN =
  /^(?:(back up|all the way down|all the way up|up|down|left|right|to the (?:left|right)|further(?: down)?|a bit|further up)\s+)*(?:in|inside|within|through|on) (?:the |this )?(.+)$/iu;
const THING_WAY =
  /^(?!down|up|to |back|until|till|all |right |left |over |a |further)(?:the |this )?(.+?) (?:(?:all the way|further|a bit|back) )?(down|up|left|right|(?:down |up )?to (?:the |its )?(?:very )?(?:top|bottom|end|beginning|left|right)(?: of (?:the|its|that) (?:text|list|contents?|page))?)$/iu;

const within = (to: ScrollWay, what: string, quotes: Quotes): Step => ({
  do: 'scroll',
  to,
  within: readTarget(what, quotes),
});

/** Parses a direction; `down` by default. */
function wayOf(phrase: string): ScrollWay {
  const end = Object.keys(ENDS).find((word) => new RegExp(`\\b${word}\\b`, 'iu').test(phrase));
  if (end) return ENDS[end]!;
  if (/\ball the way\b/iu.test(phrase)) return /\bup\b/iu.test(phrase) ? 'top' : 'bottom';
  const way = /\b(up|left|right)\b/iu.exec(phrase)?.[1]?.toLowerCase();
  return (way as ScrollWay | undefined) ?? 'down';
}

/** "down in the list", "the sidebar up", "to the end of the chat". */
function readContainer(rest: string, quotes: Quotes): Step | null {
  const end = END_OF.exec(rest);
  if (end) return PAGE.test(end[2]!) ? null : within(ENDS[end[1]!.toLowerCase()]!, end[2]!, quotes);
  const inside = WAY_IN.exec(rest);
  if (inside && !PAGE.test(inside[2]!))
    return within(wayOf(rest.slice(0, -inside[2]!.length)), inside[2]!, quotes);
  const thing = THING_WAY.exec(rest);
  if (thing && !PAGE.test(thing[1]!)) return within(wayOf(thing[2]!), thing[1]!, quotes);
  return null;
}

export function readScroll(rest: string, quotes: Quotes): Step {
  const contained = readContainer(rest, quotes);
  if (contained) return contained;
  const t = rest.toLowerCase();
  const page = (to: ScrollWay | Target): Step => ({ do: 'scroll', to, within: null });
  if (
    /^(?:all the way |right |back )?(?:down |up )?to (?:the )?(?:very )?(bottom|end)\b|^(?:all the way|fully|completely) down/u.test(
      t,
    )
  )
    return page('bottom');
  if (
    /^(?:all the way |right |back )?(?:down |up )?(?:to )?(?:the )?(?:very )?(top|beginning|start)\b|^(?:all the way) up/u.test(
      t,
    )
  )
    return page('top');
  const sideways = /^(?:to the )?(left|right)$/u.exec(t)?.[1];
  if (sideways) return page(sideways as ScrollWay);
  const to =
    /^(?:down |up |over )?(?:until (?:you (?:see|find|reach|get to) |i (?:can )?see )?|to see |to |till )(.+)$/iu.exec(
      rest,
    );
  if (to) {
    const target = noArticle(to[1]!);
    if (/^(?:the )?(?:bottom|end)(?: of .*)?$/iu.test(target)) return page('bottom');
    if (/^top(?: of .*)?$/iu.test(target)) return page('top');
    if (/^(?:footer|page footer)$/iu.test(target)) return page('bottom');
    return page(readTarget(to[1]!, quotes));
  }
  const thing = noArticle(rest);
  // "scroll Reviews into view": scrolls to an element.
  const view = /^(.+) into (?:view|sight)$/iu.exec(thing)?.[1];
  if (view) return page(readTarget(view, quotes));
  return page(/^(?:back )?up\b/u.test(t) ? 'up' : 'down');
}
