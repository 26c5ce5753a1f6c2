/**
 * The injected engine: a Playwright selector engine (`parley=<query>`) that runs in Playwright's utility world,
 * isolated from page code. `uid:<id>` returns the element with that id. Every other query returns a detached element
 * that contains the JSON answer as text: transferring a string is several times cheaper than transferring an object.
 */
import { getPossibleShadowHosts } from './frame-snapshot.js';
import { QUERIES, WORLD_NAME } from './queries.js';
import { recordNoClosedRoot } from './closed-shadow-hosts.js';
import { clearStyleCache } from './computed-style.js';
import { measureNodes } from './measure-nodes.js';
import { adoptClosedRoot } from './text.js';
import { findElementByUid } from './uids.js';

/** Replaces escaped lone surrogates with U+FFFD, because they cannot be written to UTF-8 files. */
function replaceLoneSurrogates(json: string): string {
  return json.includes('\\ud')
    ? json.replace(/(^|[^\\])((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1$2\ufffd')
    : json;
}

/** Answers a query with one JSON string. */
function answerQuery(query: string): string {
  const [queryName = '', ...args] = query.trim().split(':').map(decodeURIComponent);
  clearStyleCache();
  return replaceLoneSurrogates(JSON.stringify(QUERIES[queryName]?.(...args) ?? null));
}

function answerSelector(selector: string): Element[] {
  // Playwright also creates engines in the page's main world, but queries this one only in the isolated world.
  (globalThis as { parley?: typeof debuggerApi }).parley = debuggerApi;
  const [queryName, id = ''] = selector.trim().split(':');
  if (queryName === 'uid') {
    const element = findElementByUid(id);
    return element ? [element] : [];
  }
  const answerElement = document.createElement('i');
  answerElement.textContent = answerQuery(selector);
  return [answerElement];
}

/** Functions that Node calls through the DevTools protocol instead of Playwright. They exist only in this world. */
const debuggerApi = {
  world: WORLD_NAME,
  answer: answerQuery,
  getPossibleShadowHosts,
  measure: (nodes: readonly Node[], mode: 'point' | 'own'): string =>
    JSON.stringify(measureNodes(nodes, mode)),
  adopt: (host: Element, root: ShadowRoot | null): void => {
    if (root) adoptClosedRoot(host, root);
    // An undefined custom element may still attach a shadow root once its class is defined.
    else if (!host.matches(':not(:defined)')) recordNoClosedRoot(host);
  },
};

export function createEngine(): {
  query(root: Node, selector: string): Element | null;
  queryAll(root: Node, selector: string): Element[];
} {
  return {
    query: (_root, selector) => answerSelector(selector)[0] ?? null,
    queryAll: (_root, selector) => answerSelector(selector),
  };
}
