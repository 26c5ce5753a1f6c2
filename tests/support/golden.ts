/** Vectors that the Python code of the WebLINX paper produced; `about` in the file says with which versions. */
import { readFileSync } from 'node:fs';

import type { BrowserTurn, WeblinxTurn } from '../../src/demonstration/index.js';

interface Golden {
  demo: {
    'replay.json': { data: WeblinxTurn[] };
    'pages/page-4-0.html': string;
    'bboxes/bboxes-4.json': Record<string, { x: number; y: number; width: number; height: number }>;
  };
  formatters: { turn: number; dmr_input: string }[];
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

export const golden = JSON.parse(
  readFileSync(new URL('../data/golden/weblinx.json', import.meta.url), 'utf8'),
) as Golden;

/** A browser turn with a change to it. */
export function turnLike(index: number, change: (turn: BrowserTurn) => void): BrowserTurn {
  const turn = structuredClone(golden.demo['replay.json'].data[index]) as BrowserTurn;
  change(turn);
  return turn;
}
