/** Detects whether the page shows that it is still loading: a busy region, a spinner, or an empty main region. */

const INDICATOR_SELECTOR =
  '[aria-busy="true"], [role="progressbar"]:not([aria-valuenow]), progress:not([value]), [class*="spin" i], [class*="skelet" i], [class*="load" i], [class*="shimmer" i]';
/** Class names of spinners and placeholders. Elements with these names count only while they are animated. */
const LOADING_CLASS = /(?:^|[\s_-])(?:spinner|spin|skeleton|loading|loader|shimmer)(?:$|[\s_-])/i;
/** In CSS px. Smaller indicators are decorative. */
const MIN_SIZE = 8;
/** In CSS px. A main region that is less tall is empty on purpose. */
const MIN_EMPTY_HEIGHT = 160;
const MAX_TESTED_INDICATORS = 200;

export interface WireLoading {
  isLoading: boolean;
  /** Milliseconds since the document was created. */
  ageMs: number;
}

function isInView(element: Element): boolean {
  const { width, height, top, bottom } = element.getBoundingClientRect();
  return (
    width >= MIN_SIZE &&
    height >= MIN_SIZE &&
    bottom > 0 &&
    top < innerHeight &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  );
}

const hasInfiniteAnimation = (element: Element): boolean =>
  element
    .getAnimations({ subtree: true })
    .some(
      ({ playState, effect }) =>
        playState === 'running' && effect?.getComputedTiming().iterations === Infinity,
    );

function isLoadingIndicator(element: Element): boolean {
  if (!isInView(element)) return false;
  const isDeclared =
    element.getAttribute('aria-busy') === 'true' ||
    /^progress/.test(element.getAttribute('role') ?? element.localName);
  return (
    isDeclared || (LOADING_CLASS.test(element.getAttribute('class') ?? '') && hasInfiniteAnimation(element))
  );
}

function isEmptyMain(element: Element): boolean {
  if (element.getBoundingClientRect().height < MIN_EMPTY_HEIGHT || !isInView(element)) return false;
  if (element.querySelector('img, svg, canvas, video, iframe, input, button, object')) return false;
  return ((element as HTMLElement).innerText ?? '').trim() === '';
}

export function readLoading(): WireLoading {
  const indicators = Array.from(document.querySelectorAll(INDICATOR_SELECTOR)).slice(
    0,
    MAX_TESTED_INDICATORS,
  );
  const main = document.querySelector('main, [role="main"]');
  const isLoading = indicators.some(isLoadingIndicator) || (main !== null && isEmptyMain(main));
  return { isLoading, ageMs: performance.now() };
}
