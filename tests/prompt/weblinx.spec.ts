/** Golden vectors: the output of the WebLINX library for the same turns and pages. */
import { expect, test } from '@playwright/test';

import { toHtml, type LxmlDocument, parseHtml } from '../../src/lxml/index.js';
import {
  formatBareTree,
  cleanAndPrune,
  flattenMessages,
  buildMindactPrompt,
  formatMindactTurn,
  buildOtrPrompt,
  toOtrCall,
  formatOtrTurn,
  formatPix2actTurn,
  type PromptCandidate,
  type PromptInput,
  pruneTree,
  reduceLengths,
  formatTree,
  truncateAtCenter,
  truncateCandidates,
  truncateDom,
  truncateHistory,
  formatTurnLine,
  getRecordedViewport,
} from '../../src/prompt/index.js';
import { goldenData } from '../support/golden.js';
import { regexTokenizer as tokenizer } from '../support/regex-tokenizer.js';

const turns = goldenData.demo['replay.json'].data;
const html = goldenData.demo['pages/page-4-0.html'];
const pageOf = (text: string): LxmlDocument => parseHtml(text)!;

const candidates = goldenData.candidates_used.map((uid): PromptCandidate => {
  const { doc, elem_dict } = goldenData.dmr.records.find((record) => record.uid === uid)!;
  return { uid, document: doc, fields: elem_dict as unknown as PromptCandidate['fields'] };
});

const inputFor = (turn: number, parts: Partial<PromptInput>): PromptInput => ({
  previousTurns: turns.slice(0, turn),
  page: pageOf(html),
  viewport: getRecordedViewport(turns[turn]!),
  candidates,
  ...parts,
});

test('turns are formatted for each model family', () => {
  for (const { turn, llama, pix2act_out, m2w, format_text } of goldenData.formatters) {
    expect.soft(formatOtrTurn(turns[turn]!), `turn ${turn}`).toBe(llama);
    expect.soft(formatPix2actTurn(turns[turn]!), `turn ${turn}`).toBe(pix2act_out);
    expect.soft(formatMindactTurn(turns[turn]!), `turn ${turn}`).toBe(m2w);
    expect.soft(formatTurnLine(turns[turn]!), `turn ${turn}`).toBe(format_text);
  }
});

test('trees are formatted as text', () => {
  for (const [i, { html: markup, repr_without_postfix }] of goldenData.tree_repr.entries()) {
    const { top } = pageOf(markup);
    expect.soft(top.kind === 'element' && formatBareTree(top), `tree ${i}`).toBe(repr_without_postfix);
  }
});

test('trees are cleaned and pruned', () => {
  for (const [i, { html: markup, uids, pruned, cleaned, repr }] of goldenData.prune.entries()) {
    const limits = { depth: 1, descendants: 5, siblings: 2 };
    expect.soft(toHtml(pruneTree(pageOf(markup), new Set(uids), limits)!), `tree ${i}`).toBe(pruned);
    const tree = cleanAndPrune(pageOf(markup), uids)!;
    expect.soft(toHtml(tree), `tree ${i}`).toBe(cleaned);
    expect.soft(formatTree(tree), `tree ${i}`).toBe(repr);
  }
});

test('the golden page is cleaned and pruned', () => {
  const tree = cleanAndPrune(pageOf(html), goldenData.candidates_used)!;
  expect(toHtml(tree)).toBe(goldenData.clean_and_prune.html);
  expect(formatTree(tree)).toBe(goldenData.clean_and_prune.repr);
});

test('lengths are reduced until their total is within the limit', () => {
  for (const { lengths, max, out } of goldenData.reduce_list_of_lengths)
    expect.soft(reduceLengths(lengths, max), `${lengths.join(' ')} to ${max}`).toEqual(out);
});

test('texts are shortened in the middle', () => {
  for (const { text, max, out } of goldenData.truncate_text_at_center)
    expect.soft(truncateAtCenter(text, max, tokenizer), `“${text}” to ${max} tokens`).toBe(out);
});

test('the page is truncated to a maximum number of tokens', () => {
  for (const { max, tokens, repr } of goldenData.truncate_dom) {
    const text = truncateDom(cleanAndPrune(pageOf(html), goldenData.candidates_used)!, max, tokenizer);
    expect.soft(text, `${max} tokens`).toBe(repr);
    expect.soft(tokenizer.count(text), `${max} tokens`).toBe(tokens);
  }
});

test('the candidates are truncated to a maximum number of tokens', () => {
  for (const { max, tokens, str } of goldenData.truncate_cands) {
    const text = truncateCandidates(candidates, max, tokenizer);
    expect.soft(text, `${max} tokens`).toBe(str);
    expect.soft(tokenizer.count(text), `${max} tokens`).toBe(tokens);
  }
});

test('the last turns are truncated to a maximum number of tokens', () => {
  const calls = turns.slice(11, 16).map(toOtrCall);
  for (const { max, turns: texts } of goldenData.truncate_prev_turns)
    expect.soft(truncateHistory(calls, max, tokenizer), `${max} tokens`).toEqual(texts);
});

const { otr_prompts: prompts } = goldenData;

test('the prompt of a browser turn equals the golden prompt', () => {
  expect(buildOtrPrompt(inputFor(16, {}), tokenizer).messages).toEqual(prompts.turn16_browser);
});

test('the prompt of a chat turn has no page and no viewport', () => {
  const { messages } = buildOtrPrompt(inputFor(15, { page: null }), tokenizer);
  expect(messages).toEqual(prompts.turn15_chat_no_html);
});

test('the prompt of an early turn without candidates equals the golden prompt', () => {
  const { messages } = buildOtrPrompt(inputFor(4, { candidates: null }), tokenizer);
  expect(messages).toEqual(prompts.turn4_no_utterances_no_cands);
});

test('the prompt for Flan-T5 equals the golden prompt', () => {
  expect(flattenMessages(buildOtrPrompt(inputFor(16, {}), tokenizer).messages)).toBe(prompts.turn16_flan);
});

test('the prompt for MindAct equals the golden prompt', () => {
  expect(flattenMessages(buildMindactPrompt(inputFor(16, {}), tokenizer).messages)).toBe(
    prompts.turn16_m2w_flan,
  );
});
