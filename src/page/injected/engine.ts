/**
 * The isolated engine: a Playwright selector engine (`parley=<command>`) that runs in Playwright's utility
 * world, out of reach of page code. `uid:<id>` finds an element again; every other command answers with a
 * detached element whose text is one JSON string, because a string is several times cheaper to hand over
 * than an object.
 */
import { suspectsOfLook } from './look.js';
import { QUESTIONS, WORLD } from './questions.js';
import { markPlain } from './suspects.js';
import { forgetStyles } from './style.js';
import { adoptRoot } from './text.js';
import { elementByUid } from './uids.js';

/** JSON escapes lone surrogates; as text they would not survive the way to a file. */
function wellFormed(json: string): string {
  return json.includes('\\ud')
    ? json.replace(/(^|[^\\])((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1$2\ufffd')
    : json;
}

/** The answer to a question as one JSON string. */
function answer(asked: string): string {
  const [verb = '', ...args] = asked.trim().split(':').map(decodeURIComponent);
  forgetStyles();
  return wellFormed(JSON.stringify(QUESTIONS[verb]?.(...args) ?? null));
}

function run(selector: string): Element[] {
  // Playwright makes engines in the page's own world too, but it asks this one in the isolated world only.
  (globalThis as { parley?: typeof direct }).parley = direct;
  const [verb, id = ''] = selector.trim().split(':');
  if (verb === 'uid') {
    const element = elementByUid(id);
    return element ? [element] : [];
  }
  const carrier = document.createElement('i');
  carrier.textContent = answer(selector);
  return [carrier];
}

/** What the browser's debugger reaches directly, past Playwright, in this world only. */
const direct = {
  world: WORLD,
  answer,
  suspects: suspectsOfLook,
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
    query: (_root, selector) => run(selector)[0] ?? null,
    queryAll: (_root, selector) => run(selector),
  };
}
