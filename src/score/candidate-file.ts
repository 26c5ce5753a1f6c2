/** Reads `candidates/<split>.jsonl`, the ranker's output in the data set, line by line. */
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

const NEXT_STEP = 'Give a candidates/<split>.jsonl of the data set, and download it again if it is damaged.';

/** @throws ParleyError `usage`, with file:line, at the first line that is not a record */
export async function* readCandidates(path: string): AsyncGenerator<CandidateRecord> {
  for await (const { record } of readNumberedRecords(path)) yield record;
}

/**
 * @param demo only the turns of this demonstration; other lines are skipped without parsing
 * @throws ParleyError `usage` also if a turn's lines are not adjacent or have different queries
 */
export async function* readCandidateTurns(path: string, demo?: string): AsyncGenerator<CandidateTurn> {
  const completedTurns = new Set<string>();
  let currentTurn = null as CandidateTurn | null;
  for await (const { line, record } of readNumberedRecords(path, demo)) {
    const { demo_name: name, turn_index: turn, query } = record;
    if (currentTurn?.demo !== name || currentTurn.turn !== turn) {
      if (currentTurn !== null) yield currentTurn;
      const key = `${turn} ${name}`;
      if (completedTurns.has(key))
        throw createRecordError(path, line, `turn ${turn} of ${name} already ended above`);
      completedTurns.add(key);
      currentTurn = { demo: name, turn, query, records: [] };
    }
    if (query !== currentTurn.query)
      throw createRecordError(path, line, 'its query differs from that of the turn’s other candidates');
    currentTurn.records.push(record);
  }
  if (currentTurn !== null) yield currentTurn;
}

async function* readNumberedRecords(
  path: string,
  demo?: string,
): AsyncGenerator<{ line: number; record: CandidateRecord }> {
  const name = demo === undefined ? '' : JSON.stringify(demo);
  let line = 0;
  for await (const text of readLines(path)) {
    line += 1;
    if (!text.includes(name)) continue;
    yield { line, record: parseRecord(text, path, line) };
  }
}

/** Splits at line feeds only, because text may contain the other separators that `readline` uses. */
async function* readLines(path: string): AsyncGenerator<string> {
  let incompleteLine = '';
  try {
    // Leaving the loop early closes the file.
    for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
      const lines = (incompleteLine + chunk).split('\n');
      incompleteLine = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new ParleyError('usage', `“${path}” cannot be read (${String(error.code)}).`, NEXT_STEP, {
      cause: error,
    });
  }
  if (incompleteLine !== '') yield incompleteLine;
}

const FIELD_TYPES = {
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

function parseRecord(text: string, path: string, line: number): CandidateRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw createRecordError(path, line, 'it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw createRecordError(path, line, 'it is not an object');
  const fields = value as Record<string, unknown>;
  for (const [name, kind] of Object.entries(FIELD_TYPES)) {
    if (typeof fields[name] !== kind || fields[name] === null)
      throw createRecordError(path, line, `“${name}” is missing or not of type ${kind}`);
  }
  const record = fields as unknown as CandidateRecord;
  if (record.label !== 0 && record.label !== 1)
    throw createRecordError(path, line, '“label” is neither 0 nor 1');
  if (!Number.isInteger(record.rank) || record.rank < 1)
    throw createRecordError(path, line, '“rank” is not a whole number from 1');
  if (!Number.isInteger(record.turn_index))
    throw createRecordError(path, line, '“turn_index” is not a whole number');
  return record;
}

function createRecordError(path: string, line: number, fault: string): ParleyError {
  return new ParleyError('usage', `${path}:${line} is not a candidate: ${fault}.`, NEXT_STEP);
}
