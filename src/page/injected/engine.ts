/**
 * The isolated engine: a Playwright selector engine (`parley=<command>`) that runs in Playwright's utility
 * world, out of reach of page code. `uid:<id>` finds an element again; every other command answers with a
 * detached element whose text is one JSON string, because a string is several times cheaper to hand over
 * than an object.
 */
import type { WireLook } from './wire.js';
import { pageText, probe } from './probe.js';
import { pulse, rest, version, watch } from './pulse.js';
import { scrollOffset, scrollTo } from './scroller.js';
import { annotatedHtml, viewportBoxes } from './snapshot.js';
import { forgetStyles } from './text.js';
import { elementByUid, seedUids } from './uids.js';
import { walkDocument } from './walk.js';

function look(weblinx: boolean): WireLook {
  watch(document);
  forgetStyles();
  const before = version();
  const { rows, blocks, notices, elements, shadows } = walkDocument();
  for (const shadow of shadows) watch(shadow);
  return {
    url: location.href,
    title: document.title,
    viewport: {
      width: window.innerWidth,
      height: window.innerHeight,
      ...scrollOffset(),
    },
    rows,
    elements,
    text: blocks,
    notices,
    version: before,
    ...(weblinx ? { html: annotatedHtml(), boxes: viewportBoxes() } : {}),
  };
}

/** JSON escapes lone surrogates; as text they would not survive the way to a file. */
function wellFormed(json: string): string {
  return json.includes('\\ud')
    ? json.replace(/(^|[^\\])((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1$2\ufffd')
    : json;
}

function answer(value: unknown): Element[] {
  const carrier = document.createElement('i');
  carrier.textContent = wellFormed(JSON.stringify(value));
  return [carrier];
}

/** What can be asked, by verb; arguments come as texts. Answers are plain data. */
const QUESTIONS: Record<string, (...args: string[]) => unknown> = {
  look: (seed, options = '') => {
    seedUids(Number(seed));
    return look(options === 'weblinx');
  },
  probe: (id = '') => {
    forgetStyles();
    return probe(id);
  },
  pulse: () => pulse(),
  rest: () => rest(),
  scroll: (x, y) => scrollTo(Number(x), Number(y)),
  text: () => pageText(),
};

function run(command: string): Element[] {
  const [verb = '', ...args] = command.trim().split(':').map(decodeURIComponent);
  if (verb === 'uid') {
    const element = elementByUid(args[0] ?? '');
    return element ? [element] : [];
  }
  const question = QUESTIONS[verb];
  return question ? answer(question(...args)) : [];
}

export function createEngine(): {
  query(root: Node, selector: string): Element | null;
  queryAll(root: Node, selector: string): Element[];
} {
  return {
    query: (_root, selector) => run(selector)[0] ?? null,
    queryAll: (_root, selector) => run(selector),
  };
}
