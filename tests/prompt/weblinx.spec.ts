/** The golden vectors: what the library of the WebLINX paper made of the same turns and pages. */
import { expect, test } from '@playwright/test';

import { htmlText, type LxmlDocument, parseHtml } from '../../src/lxml/index.js';
import {
  bareTreeText,
  cleanAndPrune,
  flatText,
  mindactPrompt,
  mindactTurnText,
  otrPrompt,
  otrTurnCall,
  otrTurnText,
  pix2actTurnText,
  type PromptCandidate,
  type PromptInput,
  pruneTree,
  reduceLengths,
  treeText,
  truncateAtCenter,
  truncateCandidates,
  truncateDom,
  truncateHistory,
  turnLine,
  viewportOf,
} from '../../src/prompt/index.js';
import { golden } from '../support/golden.js';
import { regexTokenizer as tokenizer } from '../support/regex-tokenizer.js';

const turns = golden.demo['replay.json'].data;
const html = golden.demo['pages/page-4-0.html'];
const pageOf = (text: string): LxmlDocument => parseHtml(text)!;

const candidates = golden.candidates_used.map((uid): PromptCandidate => {
  const { doc, elem_dict } = golden.dmr.records.find((record) => record.uid === uid)!;
  return { uid, document: doc, fields: elem_dict as unknown as PromptCandidate['fields'] };
});

const inputFor = (turn: number, parts: Partial<PromptInput>): PromptInput => ({
  before: turns.slice(0, turn),
  page: pageOf(html),
  viewport: viewportOf(turns[turn]!),
  candidates,
  ...parts,
});

for (const { turn, llama, pix2act_out, m2w, format_text } of golden.formatters) {
  test(`turn ${turn} in every format: ${llama.split('(')[0]}`, () => {
    expect(otrTurnText(turns[turn]!)).toBe(llama);
    expect(pix2actTurnText(turns[turn]!)).toBe(pix2act_out);
    expect(mindactTurnText(turns[turn]!)).toBe(m2w);
    expect(turnLine(turns[turn]!)).toBe(format_text);
  });
}

for (const [i, { html: markup, repr_without_postfix }] of golden.tree_repr.entries()) {
  test(`tree as text ${i}`, () => {
    const { top } = pageOf(markup);
    expect(top.kind === 'element' && bareTreeText(top)).toBe(repr_without_postfix);
  });
}

for (const [i, { html: markup, uids, pruned, cleaned, repr }] of golden.prune.entries()) {
  test(`pruning ${i}`, () => {
    const limits = { depth: 1, descendants: 5, siblings: 2 };
    expect(htmlText(pruneTree(pageOf(markup), new Set(uids), limits)!)).toBe(pruned);
    const tree = cleanAndPrune(pageOf(markup), uids)!;
    expect(htmlText(tree)).toBe(cleaned);
    expect(treeText(tree)).toBe(repr);
  });
}

test('the golden page, cleaned and pruned', () => {
  const tree = cleanAndPrune(pageOf(html), golden.candidates_used)!;
  expect(htmlText(tree)).toBe(golden.clean_and_prune.html);
  expect(treeText(tree)).toBe(golden.clean_and_prune.repr);
});

for (const { lengths, max, out } of golden.reduce_list_of_lengths) {
  test(`lengths ${lengths.join(' ')} within ${max}`, () => {
    expect(reduceLengths(lengths, max)).toEqual(out);
  });
}

for (const { text, max, out } of golden.truncate_text_at_center) {
  test(`“${text}” within ${max} tokens`, () => {
    expect(truncateAtCenter(text, max, tokenizer)).toBe(out);
  });
}

for (const { max, tokens, repr } of golden.truncate_dom) {
  test(`the page within ${max} tokens`, () => {
    const text = truncateDom(cleanAndPrune(pageOf(html), golden.candidates_used)!, max, tokenizer);
    expect(text).toBe(repr);
    expect(tokenizer.count(text)).toBe(tokens);
  });
}

for (const { max, tokens, str } of golden.truncate_cands) {
  test(`candidates within ${max} tokens`, () => {
    const text = truncateCandidates(candidates, max, tokenizer);
    expect(text).toBe(str);
    expect(tokenizer.count(text)).toBe(tokens);
  });
}

for (const { max, turns: texts } of golden.truncate_prev_turns) {
  test(`the last turns within ${max} tokens`, () => {
    expect(truncateHistory(turns.slice(11, 16).map(otrTurnCall), max, tokenizer)).toEqual(texts);
  });
}

const { otr_prompts: prompts } = golden;

test('the prompt of a browser turn', () => {
  expect(otrPrompt(inputFor(16, {}), tokenizer).messages).toEqual(prompts.turn16_browser);
});

test('the prompt of a chat turn has no page and no viewport', () => {
  const { messages } = otrPrompt(inputFor(15, { page: null }), tokenizer);
  expect(messages).toEqual(prompts.turn15_chat_no_html);
});

test('the prompt of an early turn without candidates', () => {
  const { messages } = otrPrompt(inputFor(4, { candidates: null }), tokenizer);
  expect(messages).toEqual(prompts.turn4_no_utterances_no_cands);
});

test('the prompt for Flan-T5', () => {
  expect(flatText(otrPrompt(inputFor(16, {}), tokenizer).messages)).toBe(prompts.turn16_flan);
});

test('the prompt for MindAct', () => {
  expect(flatText(mindactPrompt(inputFor(16, {}), tokenizer).messages)).toBe(prompts.turn16_m2w_flan);
});
