/**
 * The isolated engine: a Playwright selector engine (`parley=<command>`) that runs in Playwright's utility
 * world, out of reach of page code. `uid:<id>` finds an element again; every other command answers with a
 * detached element whose text is one JSON string, because a string is several times cheaper to hand over
 * than an object.
 */
import type { WireLook } from './wire.js';
import { readBlocks } from './blocks.js';
import { liveRegions } from './live.js';
import { markBoxes } from './marks.js';
import { pageText, probe } from './probe.js';
import { pulse, rest, version, watch } from './pulse.js';
import { markPlain, scanDocument, textAt, type Scan } from './scan.js';
import { scrollOffset, scrollTo } from './scroller.js';
import { annotatedHtml, viewportBoxes } from './snapshot.js';
import { adoptRoot, cut, forgetStyles, renderedText } from './text.js';
import { accessibilityTree } from './tree.js';
import { elementByUid, seedUids, uid } from './uids.js';
import { walkDocument } from './walk.js';

/** Elements of the last look that may have a closed shadow root. */
let suspects: Element[] = [];

/** What people see of an element's text; read anew where the scan passed it by. */
function seenText(scan: Scan, element: Element, max: number): string {
  const index = scan.indexOf.get(element);
  return index === undefined ? renderedText(element, max) : cut(textAt(scan, index, max), max);
}

/** What must be the same before and after a look for it to be of one moment: content, scroll, size. */
function stamp(): string {
  return `${version()} ${window.scrollX} ${window.scrollY} ${window.innerWidth} ${window.innerHeight}`;
}

/** @param parts what is wanted beside the rows: `documents`, `text`, `weblinx`; `peek` leaves news to be news again */
function look(parts: ReadonlySet<string>): WireLook {
  watch(document);
  forgetStyles();
  const before = stamp();
  const scan = scanDocument();
  for (const shadow of scan.shadows) watch(shadow);
  suspects = scan.suspects;
  const rows = walkDocument(scan, { documents: parts.has('documents') });
  const live = liveRegions((element, max) => seenText(scan, element, max), {
    roots: [document, ...scan.shadows],
    peek: parts.has('peek'),
  });
  return {
    url: location.href,
    title: document.title,
    viewport: {
      width: window.innerWidth,
      height: window.innerHeight,
      ...scrollOffset(),
    },
    rows,
    elements: scan.elements,
    blocks: parts.has('text') ? readBlocks(scan) : [],
    ...live,
    hidden: scan.hidden,
    suspects: suspects.length,
    stamp: before,
    ...(parts.has('weblinx') ? { html: annotatedHtml(), boxes: viewportBoxes(scan) } : {}),
  };
}

/** JSON escapes lone surrogates; as text they would not survive the way to a file. */
function wellFormed(json: string): string {
  return json.includes('\\ud')
    ? json.replace(/(^|[^\\])((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1$2\ufffd')
    : json;
}

/** What can be asked, by verb; arguments come as texts. Answers are plain data. */
const QUESTIONS: Record<string, (...args: string[]) => unknown> = {
  look: (seed, ...parts) => {
    seedUids(Number(seed));
    return look(new Set(parts));
  },
  /** Who answers: Node finds this world again by it. */
  world: () => WORLD,
  stamp: () => stamp(),
  probe: (id = '') => {
    forgetStyles();
    return probe(id);
  },
  pulse: () => pulse(),
  rest: () => rest(),
  scroll: (x, y) => scrollTo(Number(x), Number(y)),
  text: () => pageText(),
  tree: (most) => {
    forgetStyles();
    return accessibilityTree(most ? Number(most) : undefined);
  },
  marks: (uids = '') => markBoxes(uids.split(',')),
};

const WORLD = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('');

/** The answer to a question as one JSON string. */
function answer(asked: string): string {
  const [verb = '', ...args] = asked.trim().split(':').map(decodeURIComponent);
  return wellFormed(JSON.stringify(QUESTIONS[verb]?.(...args) ?? null));
}

function run(root: Node, selector: string): Element[] {
  // Playwright makes engines in the page's own world too, but it asks this one in the isolated world only.
  (globalThis as { parley?: typeof direct }).parley = direct;
  const [verb, id = ''] = selector.trim().split(':');
  if (verb === 'uid') {
    const element = elementByUid(id);
    return element ? [element] : [];
  }
  const carrier = document.createElement('i');
  // `self` is asked from an element that Node has in hand: which one is it?
  carrier.textContent = verb === 'self' ? uid(root as Element) : answer(selector);
  return [carrier];
}

/** What the browser's debugger reaches directly, past Playwright, in this world only. */
const direct = {
  world: WORLD,
  answer,
  suspects: (): Element[] => suspects,
  adopt: (host: Element, root: ShadowRoot | null): void => {
    if (root) adoptRoot(host, root);
    // A custom element may get its root when its class arrives.
    else if (!host.matches(':not(:defined)')) markPlain(host);
  },
};

export function createEngine(): {
  query(root: Node, selector: string): Element | null;
  queryAll(root: Node, selector: string): Element[];
} {
  return {
    query: (root, selector) => run(root, selector)[0] ?? null,
    queryAll: (root, selector) => run(root, selector),
  };
}
