/** Reads `candidates/<split>.jsonl`, the ranker's output in the data set (spec 3.6), line by line. */
import { createReadStream } from 'node:fs';

import { ParleyError } from '../contract/index.js';

export interface CandidateRecord {
  query: string;
  doc: string;
  uid: string;
  demo_name: string;
  turn_index: number;
  /** The six lines of the document by name. */
  elem_dict: Readonly<Record<string, string>>;
  label: number;
  score: number;
  rank: number;
}

/** All candidates of a turn, in the file's order. */
export interface CandidateTurn {
  demo: string;
  turn: number;
  query: string;
  records: CandidateRecord[];
}

const NEXT = 'Give a candidates/<split>.jsonl of the data set, and download it again if it is damaged.';

/** @throws ParleyError `usage`, with file:line, at the first line that is not a record */
export async function* readCandidates(path: string): AsyncGenerator<CandidateRecord> {
  for await (const { record } of numbered(path)) yield record;
}

/** @throws ParleyError `usage` also if a turn's lines are not adjacent or have different queries */
export async function* readCandidateTurns(path: string): AsyncGenerator<CandidateTurn> {
  const seen = new Set<string>();
  let current = null as CandidateTurn | null;
  for await (const { line, record } of numbered(path)) {
    const { demo_name: demo, turn_index: turn, query } = record;
    if (current?.demo !== demo || current.turn !== turn) {
      if (current !== null) yield current;
      const key = `${turn} ${demo}`;
      if (seen.has(key)) throw fault(path, line, `turn ${turn} of ${demo} was already complete further up`);
      seen.add(key);
      current = { demo, turn, query, records: [] };
    }
    if (query !== current.query)
      throw fault(path, line, 'its query is not that of the turn’s other candidates');
    current.records.push(record);
  }
  if (current !== null) yield current;
}

async function* numbered(path: string): AsyncGenerator<{ line: number; record: CandidateRecord }> {
  let line = 0;
  for await (const text of linesOf(path)) {
    line += 1;
    yield { line, record: recordIn(text, path, line) };
  }
}

/** Split at line feeds only: texts may hold the other separators that `readline` splits at. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  try {
    // Leaving the loop early closes the file.
    for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new ParleyError('usage', `“${path}” cannot be read (${String(error.code)}).`, NEXT, {
      cause: error,
    });
  }
  if (rest !== '') yield rest;
}

const KINDS = {
  query: 'string',
  doc: 'string',
  uid: 'string',
  demo_name: 'string',
  turn_index: 'number',
  elem_dict: 'object',
  label: 'number',
  score: 'number',
  rank: 'number',
} satisfies Record<keyof CandidateRecord, string>;

function recordIn(text: string, path: string, line: number): CandidateRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault(path, line, 'it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fault(path, line, 'it is not an object');
  const fields = value as Record<string, unknown>;
  for (const [name, kind] of Object.entries(KINDS)) {
    if (typeof fields[name] !== kind || fields[name] === null)
      throw fault(path, line, `“${name}” is missing or not of the kind ${kind}`);
  }
  const record = fields as unknown as CandidateRecord;
  if (record.label !== 0 && record.label !== 1) throw fault(path, line, '“label” is neither 0 nor 1');
  if (!Number.isInteger(record.rank) || record.rank < 1)
    throw fault(path, line, '“rank” is not a whole number from 1');
  if (!Number.isInteger(record.turn_index)) throw fault(path, line, '“turn_index” is not a whole number');
  return record;
}

function fault(path: string, line: number, what: string): ParleyError {
  return new ParleyError('usage', `${path}:${line} is not a candidate: ${what}.`, NEXT);
}
