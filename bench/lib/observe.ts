/** Measures the cost of observing a page and the size of the page's text for a prompt. */
import type { CDPSession, Page } from 'playwright';

import type { ObservationSpec } from '../../src/contract/index.js';
import { createLexicalRanker } from '../../src/rank/index.js';
import type { Bench } from './bench.js';
import { reportProgress } from './command-line.js';
import { type Contender, type Measurement, measureRoundRobin } from './measure.js';
import { SHOPS } from './shop-pages.js';
import { formatPagePart } from './page-part.js';

const BASELINE = "Playwright ariaSnapshot({ mode: 'ai' })";
/** A page with more elements is measured in a third of the rounds. */
const MANY_ELEMENTS = 5_000;
const STYLES = ['display', 'visibility', 'opacity', 'cursor', 'overflow', 'pointer-events'];

export interface ObservedPage {
  name: string;
  elementCount: number;
  measurements: Measurement[];
  baseline: Measurement;
}

interface PageCase {
  name: string;
  url: string;
  query: string;
}

function listPages({ shop, site }: Bench): PageCase[] {
  return [
    ...Object.keys(SHOPS).map((size) => ({
      name: `shop ${size}`,
      url: `${shop}/${size}`,
      query: 'Add Widget 42 to the cart',
    })),
    {
      name: 'encyclopedia article',
      url: `${site}/encyclopedia/wiki/Halden_Bridge`,
      query: 'How long is the bridge?',
    },
    { name: 'calendar month', url: `${site}/calendar/2026/11`, query: 'Open the dentist appointment' },
    {
      name: 'encyclopedia start',
      url: `${site}/encyclopedia/`,
      query: 'Search for lighthouses',
    },
  ];
}

async function createContenders(
  bench: Bench,
  url: string,
  query: string,
): Promise<{ list: Contender[]; page: Page }> {
  const { surface, page } = await bench.surface();
  await surface.open(url, bench.signal);
  await bench.stagehand?.goto(url);
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const ranker = createLexicalRanker();
  const parley = (name: string, spec: ObservationSpec): Contender => ({
    name: `Parley observe(${name})`,
    run: async () => void (await surface.observe(spec, bench.signal)),
  });
  const ariaSnapshot = (name: string, options: Parameters<Page['ariaSnapshot']>[0]): Contender => ({
    name,
    run: async () => (await page.ariaSnapshot(options)).length,
  });
  const list: Contender[] = [
    ariaSnapshot(BASELINE, { mode: 'ai' }),
    parley('{}', {}),
    parley('{ documents, text }', { documents: true, text: true }),
    {
      name: 'Parley observe({ documents, text }), ranked: 50 lines + text',
      run: async () => {
        const observation = await surface.observe({ documents: true, text: true }, bench.signal);
        return (await formatPagePart(observation, ranker, query)).length;
      },
    },
    parley('{ weblinx, documents, text }', { weblinx: true, documents: true, text: true }),
    ariaSnapshot('Playwright ariaSnapshot()', {}),
    ariaSnapshot("Playwright ariaSnapshot({ mode: 'ai', boxes })", { mode: 'ai', boxes: true }),
    {
      name: 'CDP DOMSnapshot with styles and rects',
      run: async () => {
        const options = { computedStyles: STYLES, includeDOMRects: true, includePaintOrder: true };
        return JSON.stringify(await cdp.send('DOMSnapshot.captureSnapshot', options)).length;
      },
    },
  ];
  const { stagehand } = bench;
  if (stagehand)
    list.push({ name: 'Stagehand page.snapshot()', run: async () => (await stagehand.snapshot()).length });
  return { list, page };
}

export async function measureObserve(bench: Bench, rounds: number): Promise<ObservedPage[]> {
  const pages: ObservedPage[] = [];
  for (const { name, url, query } of listPages(bench)) {
    reportProgress(`observe: ${name}`);
    const { list, page } = await createContenders(bench, url, query);
    const elementCount = await page.evaluate(() => document.querySelectorAll('*').length);
    // Fewer rounds on the large page, which would take most of the time.
    const measurements = await measureRoundRobin(list, {
      rounds: elementCount > MANY_ELEMENTS ? Math.max(3, Math.ceil(rounds / 3)) : rounds,
      warmUps: 2,
    });
    pages.push({ name, elementCount, measurements, baseline: measurements[0]! });
    await page.context().close();
  }
  return pages;
}
