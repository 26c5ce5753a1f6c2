/** Parses clauses about scrolling the page or a container, or to an element. */
import type { Quotes, ScrollDirection, Step, Target } from './steps.js';
import { removeArticle, readTarget } from './target.js';

const PAGE = /^(?:the |this )?(?:web ?)?(?:page|site|website|window|screen|document)$/iu;
const DIRECTION_BY_END: Readonly<Record<string, ScrollDirection>> = {
  bottom: 'bottom',
  end: 'bottom',
  top: 'top',
  beginning: 'top',
  start: 'top',
};
const END_OF =
  /^(?:all the way |right |back )?(?:down |up )?to (?:the )?(?:very )?(bottom|end|top|beginning|start) of (?:the |this )?(.+)$/iu;
const DIRECTION_IN =
  /^(?:(back up|all the way down|all the way up|up|down|left|right|to the (?:left|right)|further(?: down)?|a bit|further up)\s+)*(?:in|inside|within|through|on) (?:the |this )?(.+)$/iu;
const CONTAINER_DIRECTION =
  /^(?!down|up|to |back|until|till|all |right |left |over |a |further)(?:the |this )?(.+?) (?:(?:all the way|further|a bit|back) )?(down|up|left|right|(?:down |up )?to (?:the |its )?(?:very )?(?:top|bottom|end|beginning|left|right)(?: of (?:the|its|that) (?:text|list|contents?|page))?)$/iu;

const createContainerScroll = (direction: ScrollDirection, container: string, quotes: Quotes): Step => ({
  do: 'scroll',
  destination: direction,
  within: readTarget(container, quotes),
});

/** Parses a direction; the default is `down`. */
function parseDirection(phrase: string): ScrollDirection {
  const end = Object.keys(DIRECTION_BY_END).find((word) => new RegExp(`\\b${word}\\b`, 'iu').test(phrase));
  if (end) return DIRECTION_BY_END[end]!;
  if (/\ball the way\b/iu.test(phrase)) return /\bup\b/iu.test(phrase) ? 'top' : 'bottom';
  const direction = /\b(up|left|right)\b/iu.exec(phrase)?.[1]?.toLowerCase();
  return (direction as ScrollDirection | undefined) ?? 'down';
}

/** Parses scrolling in a container: "down in the list", "the sidebar up", "to the end of the chat". */
function readContainer(rest: string, quotes: Quotes): Step | null {
  const end = END_OF.exec(rest);
  if (end)
    return PAGE.test(end[2]!)
      ? null
      : createContainerScroll(DIRECTION_BY_END[end[1]!.toLowerCase()]!, end[2]!, quotes);
  const directionMatch = DIRECTION_IN.exec(rest);
  if (directionMatch && !PAGE.test(directionMatch[2]!))
    return createContainerScroll(
      parseDirection(rest.slice(0, -directionMatch[2]!.length)),
      directionMatch[2]!,
      quotes,
    );
  const containerMatch = CONTAINER_DIRECTION.exec(rest);
  if (containerMatch && !PAGE.test(containerMatch[1]!))
    return createContainerScroll(parseDirection(containerMatch[2]!), containerMatch[1]!, quotes);
  return null;
}

export function readScroll(rest: string, quotes: Quotes): Step {
  const containerScroll = readContainer(rest, quotes);
  if (containerScroll) return containerScroll;
  const lowerCaseText = rest.toLowerCase();
  const createPageScroll = (destination: ScrollDirection | Target): Step => ({
    do: 'scroll',
    destination: destination,
    within: null,
  });
  if (
    /^(?:all the way |right |back )?(?:down |up )?to (?:the )?(?:very )?(bottom|end)\b|^(?:all the way|fully|completely) down/u.test(
      lowerCaseText,
    )
  )
    return createPageScroll('bottom');
  if (
    /^(?:all the way |right |back )?(?:down |up )?(?:to )?(?:the )?(?:very )?(top|beginning|start)\b|^(?:all the way) up/u.test(
      lowerCaseText,
    )
  )
    return createPageScroll('top');
  const sideways = /^(?:to the )?(left|right)$/u.exec(lowerCaseText)?.[1];
  if (sideways) return createPageScroll(sideways as ScrollDirection);
  const targetMatch =
    /^(?:down |up |over )?(?:until (?:you (?:see|find|reach|get to) |i (?:can )?see )?|to see |to |till )(.+)$/iu.exec(
      rest,
    );
  if (targetMatch) {
    const target = removeArticle(targetMatch[1]!);
    if (/^(?:the )?(?:bottom|end)(?: of .*)?$/iu.test(target)) return createPageScroll('bottom');
    if (/^top(?: of .*)?$/iu.test(target)) return createPageScroll('top');
    if (/^(?:footer|page footer)$/iu.test(target)) return createPageScroll('bottom');
    return createPageScroll(readTarget(targetMatch[1]!, quotes));
  }
  const phrase = removeArticle(rest);
  // "scroll Reviews into view": scrolls to an element.
  const viewTarget = /^(.+) into (?:view|sight)$/iu.exec(phrase)?.[1];
  if (viewTarget) return createPageScroll(readTarget(viewTarget, quotes));
  return createPageScroll(/^(?:back )?up\b/u.test(lowerCaseText) ? 'up' : 'down');
}
