/** A probe that reads a fake page, which is given as plain values. */
import type { DownloadedFile, ElementQuery, Probe } from '../../src/contract/index.js';

export interface FakePage {
  url: string | (() => string);
  text?: string | (() => string | Promise<string>);
  elements?: { role: string; name?: string; text?: string; value?: string }[];
  selectors?: Record<string, string[]>;
  values?: Record<string, unknown>;
  downloads?: DownloadedFile[];
}

export interface FakeProbe extends Probe {
  readonly waitCalls: { query: ElementQuery; ms: number }[];
}

function throwUnsupported(): never {
  throw new Error('not part of this page');
}

export function createFakeProbe(page: FakePage): FakeProbe {
  const waitCalls: FakeProbe['waitCalls'] = [];
  return {
    waitCalls,
    url: () => (typeof page.url === 'function' ? page.url() : page.url),
    title: () => Promise.resolve(''),
    text: async () => (typeof page.text === 'function' ? await page.text() : (page.text ?? '')),
    waitForElement: (query, ms) => {
      waitCalls.push({ query, ms });
      const elements = page.elements ?? [];
      const isMatch = elements.some(
        (element) =>
          (!query.role || element.role === query.role) &&
          (!query.name || query.name.test(element.name ?? '')) &&
          (!query.text || query.text.test(element.text ?? '')) &&
          (!query.value || query.value.test(element.value ?? '')),
      );
      const description =
        elements.map((element) => `“${element.text ?? element.name ?? ''}”`).join(', ') ||
        'nothing of that kind';
      return Promise.resolve({ ok: query.state === 'hidden' ? !isMatch : isMatch, description });
    },
    query: (css) => Promise.resolve({ texts: page.selectors?.[css] ?? [] }),
    evaluate: (expression) =>
      Promise.resolve(
        page.values && expression in page.values ? { json: page.values[expression] } : { fault: 'a fault' },
      ),
    downloads: () => page.downloads ?? [],
    screenshot: throwUnsupported,
    observe: throwUnsupported,
  };
}
