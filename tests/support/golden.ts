/** Golden data: output of the WebLINX paper's Python code. The file's `about` entry lists the versions. */
import { readFileSync } from 'node:fs';

import type { BrowserTurn, WeblinxTurn } from '../../src/demonstration/index.js';

interface GoldenMessage {
  role: string;
  content: string;
}

type GoldenArguments = Record<string, string | number | null>;

interface GoldenData {
  demo: {
    'replay.json': { data: WeblinxTurn[] };
    'pages/page-4-0.html': string;
    'bboxes/bboxes-4.json': Record<string, { x: number; y: number; width: number; height: number }>;
  };
  tok_regex: string;
  formatters: {
    turn: number;
    dmr_input: string;
    llama: string;
    pix2act_out: string;
    m2w: string;
    format_text: string;
  }[];
  clean_and_prune: { html: string; repr: string };
  otr_prompts: {
    turn16_browser: GoldenMessage[];
    turn15_chat_no_html: GoldenMessage[];
    turn4_no_utterances_no_cands: GoldenMessage[];
    turn16_flan: string;
    turn16_m2w_flan: string;
  };
  prune: { html: string; uids: string[]; pruned: string; cleaned: string; repr: string }[];
  tree_repr: { html: string; repr_without_postfix: string }[];
  reduce_list_of_lengths: { lengths: number[]; max: number; out: number[] }[];
  truncate_text_at_center: { text: string; max: number; out: string | null }[];
  truncate_dom: { max: number; tokens: number; repr: string }[];
  truncate_cands: { max: number; tokens: number; str: string }[];
  truncate_prev_turns: { max: number; tokens: number; turns: string[] }[];
  parse: { raw: string; intent: string; args: GoldenArguments; sanitized: GoldenArguments }[];
  chrf: { hyp: string; ref: string; score: number }[];
  urlf: { hyp: string; ref: string; score: number }[];
  iou: { pred: number[]; ref: number[]; score: number }[];
  eval: {
    'results.json': { demo_name: string; turn_index: number; output_predicted: string }[];
    'eval_scores.csv': string;
    aggregated: {
      split: string;
      intent: string;
      metric: string;
      score: number | null;
      unconditional_score: number;
    }[];
  };
  dmr: {
    turn: number;
    query: string;
    records: { uid: string; label: number; doc: string; elem_dict: Record<string, string> }[];
  };
  candidates_used: string[];
  py_repr: { s: string; repr: string }[];
  round1: { json: string; out: string }[];
  shorten_center: { len: number; max: number; out: string }[];
  dmr_fixture_metrics: { positives_ranks: number[]; mrr_k50: number; mrr_all: number } & Record<
    `recall@${number}`,
    number
  >;
}

export const goldenData = JSON.parse(
  readFileSync(new URL('../data/golden/weblinx.json', import.meta.url), 'utf8'),
) as GoldenData;

/** Creates a modified copy of a golden browser turn. */
export function createModifiedTurn(index: number, modify: (turn: BrowserTurn) => void): BrowserTurn {
  const turn = structuredClone(goldenData.demo['replay.json'].data[index]) as BrowserTurn;
  modify(turn);
  return turn;
}
