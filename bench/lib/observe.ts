/** Measures the cost of observing a page and the size of its prompt text. */
import type { CDPSession, Page } from 'playwright';

import type { ObservationSpec } from '../../src/contract/index.js';
import { createLexicalRanker } from '../../src/rank/index.js';
import type { BenchmarkResources } from './bench.js';
import { reportProgress } from './command-line.js';
import { type MeasuredVariant, type Measurement, measureRoundRobin } from './measure.js';
import { SHOPS } from './shop-pages.js';
import { formatPageText } from './page-text.js';

const BASELINE = "Playwright ariaSnapshot({ mode: 'ai' })";
/** A page with more elements is measured in a third of the rounds. */
const LARGE_PAGE_ELEMENT_COUNT = 5_000;
const COMPUTED_STYLES = ['display', 'visibility', 'opacity', 'cursor', 'overflow', 'pointer-events'];

export interface PageMeasurements {
  name: string;
  elementCount: number;
  measurements: Measurement[];
  baseline: Measurement;
}

interface ObserveCase {
  name: string;
  url: string;
  query: string;
}

function listObserveCases({ shopUrl, siteUrl }: BenchmarkResources): ObserveCase[] {
  return [
    ...Object.keys(SHOPS).map((size) => ({
      name: `shop ${size}`,
      url: `${shopUrl}/${size}`,
      query: 'Add Widget 42 to the cart',
    })),
    {
      name: 'encyclopedia article',
      url: `${siteUrl}/encyclopedia/wiki/Halden_Bridge`,
      query: 'How long is the bridge?',
    },
    { name: 'calendar month', url: `${siteUrl}/calendar/2026/11`, query: 'Open the dentist appointment' },
    {
      name: 'encyclopedia start',
      url: `${siteUrl}/encyclopedia/`,
      query: 'Search for lighthouses',
    },
  ];
}

async function createVariants(
  bench: BenchmarkResources,
  url: string,
  query: string,
): Promise<{ variants: MeasuredVariant[]; page: Page }> {
  const { surface, page } = await bench.openSurface();
  await surface.open(url, bench.signal);
  await bench.stagehand?.goto(url);
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const ranker = createLexicalRanker();
  const createParleyVariant = (name: string, spec: ObservationSpec): MeasuredVariant => ({
    name: `Parley observe(${name})`,
    run: async () => void (await surface.observe(spec, bench.signal)),
  });
  const createAriaSnapshotVariant = (
    name: string,
    options: Parameters<Page['ariaSnapshot']>[0],
  ): MeasuredVariant => ({
    name,
    run: async () => (await page.ariaSnapshot(options)).length,
  });
  const variants: MeasuredVariant[] = [
    createAriaSnapshotVariant(BASELINE, { mode: 'ai' }),
    createParleyVariant('{}', {}),
    createParleyVariant('{ documents, text }', { documents: true, text: true }),
    {
      name: 'Parley observe({ documents, text }), ranked: 50 lines + text',
      run: async () => {
        const observation = await surface.observe({ documents: true, text: true }, bench.signal);
        return (await formatPageText(observation, ranker, query)).length;
      },
    },
    createParleyVariant('{ weblinx, documents, text }', { weblinx: true, documents: true, text: true }),
    createAriaSnapshotVariant('Playwright ariaSnapshot()', {}),
    createAriaSnapshotVariant("Playwright ariaSnapshot({ mode: 'ai', boxes })", { mode: 'ai', boxes: true }),
    {
      name: 'CDP DOMSnapshot with styles and rects',
      run: async () => {
        const options = { computedStyles: COMPUTED_STYLES, includeDOMRects: true, includePaintOrder: true };
        return JSON.stringify(await cdp.send('DOMSnapshot.captureSnapshot', options)).length;
      },
    },
  ];
  const { stagehand } = bench;
  if (stagehand)
    variants.push({
      name: 'Stagehand page.snapshot()',
      run: async () => (await stagehand.snapshot()).length,
    });
  return { variants, page };
}

export async function measureObserve(bench: BenchmarkResources, rounds: number): Promise<PageMeasurements[]> {
  const pages: PageMeasurements[] = [];
  for (const { name, url, query } of listObserveCases(bench)) {
    reportProgress(`observe: ${name}`);
    const { variants, page } = await createVariants(bench, url, query);
    const elementCount = await page.evaluate(() => document.querySelectorAll('*').length);
    // Fewer rounds on the large page, which would otherwise take most of the time.
    const measurements = await measureRoundRobin(variants, {
      rounds: elementCount > LARGE_PAGE_ELEMENT_COUNT ? Math.max(3, Math.ceil(rounds / 3)) : rounds,
      warmUps: 2,
    });
    pages.push({ name, elementCount, measurements, baseline: measurements[0]! });
    await page.context().close();
  }
  return pages;
}
