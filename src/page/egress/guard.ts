/**
 * The guard of one context: the gate, the proxy behind which the context lies, and the watch on its tabs.
 * Acts and looks that hold nothing but a page find it through the page's context.
 */
import type { BrowserContext, Page } from 'playwright';

import type { EgressPolicy, PageEvent, Outcome } from '../../contract/index.js';
import { explain } from './explain.js';
import { createGate, type Gate } from './gate.js';
import { startEgressProxy, type EgressProxy } from './proxy.js';
import type { Lookup } from './resolver.js';
import { watchPage, type RefusedNavigation, type Scope } from './watch.js';

export interface EgressOptions {
  judge: EgressPolicy;
  /** A proxy further up: `http://user:password@host:port`, `https:` or `socks5:`. */
  upstream?: string | undefined;
  /** How names become addresses; the system's own way unless given. */
  lookup?: Lookup;
}

export interface Guard {
  /** The instructor opens this address himself, so that its site is open from here on. */
  admit(url: string): void;
  /** Requests that were refused since the last call, each host once. */
  takeRefused(): PageEvent[];
  /** The newest navigation of this tab that was refused after `since` (`performance.now()`). */
  refusedNavigation(page: Page, since: number): RefusedNavigation | null;
  /** A browser's error message in the words that it would have used without a proxy. */
  explain(message: string): Promise<string>;
}

const guards = new WeakMap<BrowserContext, Guard>();

/** Null where nothing was to be guarded. */
export function guardOf(context: BrowserContext): Guard | null {
  return guards.get(context) ?? null;
}

/** What goes before a context: a gate, and a proxy unless the browser is out of a proxy's reach. */
export interface Barrier {
  gate: Gate;
  proxy: EgressProxy | null;
}

export async function raiseBarrier(options: EgressOptions, proxied: boolean): Promise<Barrier> {
  const { judge, lookup, upstream } = options;
  const gate = createGate({ judge, lookup, resolvedElsewhere: proxied && upstream !== undefined });
  return { gate, proxy: proxied ? await startEgressProxy(gate, upstream) : null };
}

/** @returns how to watch a tab, which resolves when it may go somewhere; a second call waits for the first */
export function guardContext(
  context: BrowserContext,
  { gate, proxy }: Barrier,
): (page: Page) => Promise<void> {
  const refused = new WeakMap<Page, RefusedNavigation>();
  const scope: Scope = proxy ? 'documents' : 'everything';
  guards.set(context, {
    admit: (url) => gate.admit(url),
    takeRefused: () => gate.take(),
    refusedNavigation(page, since) {
      const last = refused.get(page);
      return last && last.at >= since ? last : null;
    },
    explain: (message) => (proxy ? explain(message, gate) : Promise.resolve(message)),
  });
  const watched = new WeakMap<Page, Promise<void>>();
  return (page) => {
    // A tab that is closed while it is being set up needs no watch.
    const watch =
      watched.get(page) ??
      watchPage(page, gate, scope, (last) => refused.set(page, last)).catch(() => undefined);
    watched.set(page, watch);
    return watch;
  };
}

export function refusalSentence({ host, why }: RefusedNavigation): string {
  return `${host} was not opened: ${why}`;
}

/** An act that wanted to go where it may not has failed, unless it led somewhere else all the same. */
export function withRefusal(outcome: Outcome, refused: RefusedNavigation | null): Outcome {
  const went =
    outcome.status === 'done' &&
    outcome.effects.some(({ type }) => ['navigated', 'url', 'tab', 'download'].includes(type));
  if (!refused || went || outcome.status === 'already') return outcome;
  return { status: 'failed', reason: 'refused', detail: `${refusalSentence(refused)}. ${refused.next}` };
}
