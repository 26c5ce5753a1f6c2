/** Generated pages that are hard to parse, with the output of lxml 6.1.3 and of the WebLINX library. */
import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { toHtml, parseHtml, toXml } from '../../src/lxml/index.js';
import { cleanAndPrune, buildMindactPrompt, formatTree, truncateDom } from '../../src/prompt/index.js';
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

test('pages are parsed, cleaned, truncated and put into prompts as in the reference data', () => {
  for (const [i, { html, uids, whole, xml, cleaned, repr, trunc, m2w }] of ROWS.entries()) {
    const row = `page ${i}`;
    const page = parseHtml(html)!;
    expect.soft(toHtml(page.top), row).toBe(whole);
    expect.soft(toXml(page.top), row).toBe(xml);
    const tree = cleanAndPrune(page, uids)!;
    expect.soft(toHtml(tree), row).toBe(cleaned);
    expect.soft(formatTree(tree), row).toBe(repr);
    for (const [max, text] of trunc) expect.soft(truncateDom(tree, max, regexTokenizer), row).toBe(text);

    const [text, choices] = m2w;
    const found = uids.filter((uid) => uid in choices);
    const fields = { tag: '', xpath: '', text: '', bbox: '', attributes: '', children: '' };
    const { parts } = buildMindactPrompt(
      {
        previousTurns: [],
        page,
        viewport: { height: null, width: null },
        candidates: found.map((uid) => ({ uid, document: '', fields })),
      },
      regexTokenizer,
    );
    // Uids that are missing on the page do not change the tree.
    expect.soft(parts.find(({ name }) => name === 'page')?.text, row).toBe(text);
    const list = found.map((uid) => `(uid = ${uid}) ${choices[uid]}\n`).join('');
    expect.soft(parts.find(({ name }) => name === 'candidates')?.text, row).toBe(list);
  }
});
