/** Made-up pages with everything that parsers trip over, as lxml 6.1.3 and the weblinx library print, prune and cut them. */
import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { htmlText, parseHtml, xmlText } from '../../src/lxml/index.js';
import { cleanAndPrune, mindactPrompt, treeText, truncateDom } from '../../src/prompt/index.js';
import { regexTokenizer } from '../support/regex-tokenizer.js';

interface Row {
  html: string;
  uids: string[];
  whole: string;
  xml: string;
  cleaned: string;
  repr: string;
  trunc: [max: number, text: string][];
  m2w: [text: string, candidates: Record<string, string>];
}

const ROWS = JSON.parse(readFileSync(new URL('data/pages.json', import.meta.url), 'utf8')) as Row[];

for (const [i, { html, uids, whole, xml, cleaned, repr, trunc, m2w }] of ROWS.entries()) {
  test(`page ${i}`, () => {
    const page = parseHtml(html)!;
    expect(htmlText(page.top)).toBe(whole);
    expect(xmlText(page.top)).toBe(xml);
    const tree = cleanAndPrune(page, uids)!;
    expect(htmlText(tree)).toBe(cleaned);
    expect(treeText(tree)).toBe(repr);
    for (const [max, text] of trunc) expect(truncateDom(tree, max, regexTokenizer)).toBe(text);

    const [text, choices] = m2w;
    const found = uids.filter((uid) => uid in choices);
    const fields = { tag: '', xpath: '', text: '', bbox: '', attributes: '', children: '' };
    const { parts } = mindactPrompt(
      {
        before: [],
        page,
        viewport: { height: null, width: null },
        candidates: found.map((uid) => ({ uid, document: '', fields })),
      },
      regexTokenizer,
    );
    // Uids that the page lacks change nothing in the tree, only whether there is a list.
    expect(parts.find(({ name }) => name === 'page')?.text).toBe(text);
    const list = found.map((uid) => `(uid = ${uid}) ${choices[uid]}\n`).join('');
    expect(parts.find(({ name }) => name === 'candidates')?.text).toBe(list);
  });
}
