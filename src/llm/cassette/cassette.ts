/**
 * Records answers of language models and replays them without a model. It replaces the SDKs' `fetch`, so all code
 * above it runs as in a live session. Each answer is one line of JSON, so that diffs are readable.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { ParleyError } from '../../contract/index.js';
import type { Redactor } from '../../secrets/index.js';
import type { ServerKnowledge } from '../knowledge.js';
import { canonicalise, maskPorts, restorePorts, type CanonicalRequest, type Json } from './canonical.js';
import { describeDifference } from './difference.js';
import { maskAnswer } from './mask-answer.js';

/**
 * `off`: no cassette. `replay`: a miss is an error. `auto`: a miss is sent to the server and its answer is added.
 * `record`: every request is sent, and the answers go into a new file.
 */
export type CassetteMode = 'off' | 'replay' | 'auto' | 'record';

/** One recorded answer. `n` counts identical requests from 1. */
export interface AnswerRow {
  v: 1;
  key: string;
  n: number;
  at: string;
  path: string;
  model: string;
  req: Json;
  status: number;
  type: string;
  res: string;
}

/** What was known about the server, so that a replay sends the same requests as the recording. */
interface KnowledgeRow {
  v: 1;
  about: string;
  knows: ServerKnowledge;
}

/** The inputs that a session's prompts depend on. */
export interface CassetteHeader {
  /** Secret seed of the fences around page text. */
  seed: string;
  /** Today's date, the reference for words such as "tomorrow": `2026-11-21`. */
  today: string;
}

interface HeaderRow extends CassetteHeader {
  v: 1;
}

type Row = AnswerRow | KnowledgeRow | HeaderRow;

export interface UnusedRow {
  /** Line number, from 1. */
  line: number;
  path: string;
  model: string;
  n: number;
  /** The end of the prompt, where calls differ most. */
  prompt: string;
}

export interface CassetteReport {
  mode: CassetteMode;
  file: string;
  hitCount: number;
  recordedCount: number;
  misses: string[];
  unused: UnusedRow[];
}

/** Response header with the value `hit` or `miss`; it distinguishes a miss from the server's own 400. */
export const CASSETTE_HEADER = 'x-parley-cassette';

export interface Cassette {
  readonly mode: CassetteMode;
  readonly file: string;
  /** Returns the recorded response, or an error response for a miss in replay; null if the server must be asked. */
  play(path: string, body: unknown): Response | null;
  /** Stores a complete answer. Errors are not stored. */
  store(path: string, body: unknown, answer: { status: number; type: string; text: string }): void;
  getKnowledge(about: string): ServerKnowledge | null;
  saveKnowledge(about: string, knowledge: ServerKnowledge): void;
  /** Returns the recorded session's inputs; null if they were not recorded. */
  getHeader(): CassetteHeader | null;
  /** Sets the header, which is written together with the first answer. */
  setHeader(header: CassetteHeader): void;
  getReport(): CassetteReport;
  /** Ends a recording. The new file replaces the old one only if the run passed. */
  finish(hasPassed: boolean): CassetteReport;
}

interface LoadedRow {
  row: AnswerRow;
  line: number;
  isUsed: boolean;
}

/** @throws ParleyError `usage` if the file is missing (replay) or broken */
export function openCassette(
  file: string,
  mode: CassetteMode,
  redactor: Redactor,
  now: () => Date = () => new Date(),
): Cassette {
  const rows = new Map<string, LoadedRow[]>();
  const knowledgeByServer = new Map<string, ServerKnowledge>();
  let header = mode === 'replay' || mode === 'auto' ? loadRows(file, mode, rows, knowledgeByServer) : null;
  let unwrittenHeader: HeaderRow | null = null;
  const outputFile = mode === 'record' ? `${file}.recording` : file;
  if (mode === 'record' || mode === 'auto') mkdirSync(dirname(file), { recursive: true });
  if (mode === 'record') writeFileSync(outputFile, '');
  const requestCounts = new Map<string, number>();
  const misses: string[] = [];
  let [callCount, hitCount, recordedCount] = [0, 0, 0];

  const write = (row: Row): void => {
    const lines = unwrittenHeader ? [unwrittenHeader, row] : [row];
    unwrittenHeader = null;
    appendFileSync(outputFile, lines.map((row) => `${JSON.stringify(row)}\n`).join(''));
  };
  const getAllRows = (): LoadedRow[] => [...rows.values()].flat();

  const describeMiss = (request: CanonicalRequest, n: number): string => {
    const endpointRows = getAllRows().filter(({ row }) => row.path === request.path);
    const nearest = endpointRows
      .map((loaded) => ({ loaded, difference: describeDifference(loaded.row.req, request.req) }))
      .toSorted(
        (a, b) =>
          Number(a.loaded.isUsed) - Number(b.loaded.isUsed) ||
          b.difference.commonLength - a.difference.commonLength,
      )[0];
    const callDescription = `${file}: call ${callCount} (${request.path}, ${request.model})`;
    if (rows.get(request.key)?.length)
      return `${callDescription} was recorded ${rows.get(request.key)!.length} times, but this is request number ${n}.`;
    if (!nearest) return `${callDescription} is not in the cassette, which has no request of this kind.`;
    return `${callDescription} is not in the cassette; nearest is line ${nearest.loaded.line}: ${nearest.difference.text}.`;
  };

  const createReport = (): CassetteReport => ({
    mode,
    file,
    hitCount,
    recordedCount,
    misses,
    unused:
      mode === 'off' || mode === 'record'
        ? []
        : getAllRows()
            .filter(({ isUsed }) => !isUsed)
            .map(({ row, line }) => ({
              line,
              path: row.path,
              model: row.model,
              n: row.n,
              prompt: findLastPromptText(row.req),
            })),
  });

  return {
    mode,
    file,
    play(path, body) {
      if (mode === 'off') return null;
      callCount += 1;
      const request = canonicalise(path, body, redactor);
      const occurrence = (requestCounts.get(request.key) ?? 0) + 1;
      const matchingRow = rows.get(request.key)?.find(({ row }) => row.n === occurrence);
      if (matchingRow) {
        matchingRow.isUsed = true;
        requestCounts.set(request.key, occurrence);
        hitCount += 1;
        const headers = { 'content-type': matchingRow.row.type, [CASSETTE_HEADER]: 'hit' };
        return new Response(restorePorts(matchingRow.row.res, request.hosts), {
          status: matchingRow.row.status,
          headers,
        });
      }
      if (mode !== 'replay') return null;
      const message = describeMiss(request, occurrence);
      misses.push(message);
      const headers = { 'content-type': 'application/json', [CASSETTE_HEADER]: 'miss' };
      const error = { type: 'error', error: { type: 'cassette_miss', code: 'cassette_miss', message } };
      return new Response(JSON.stringify(error), { status: 400, headers });
    },
    store(path, body, { status, type, text }) {
      if ((mode !== 'auto' && mode !== 'record') || status >= 400) return;
      const request = canonicalise(path, body, redactor);
      // Counted when stored, because failed attempts leave no row.
      const occurrence = (requestCounts.get(request.key) ?? 0) + 1;
      requestCounts.set(request.key, occurrence);
      const row: AnswerRow = {
        v: 1,
        key: request.key,
        n: occurrence,
        at: now().toISOString(),
        path,
        model: request.model,
        req: request.req,
        status,
        type,
        res: maskPorts(maskAnswer(text, type, redactor), request.hosts),
      };
      write(row);
      recordedCount += 1;
    },
    getKnowledge: (about) => knowledgeByServer.get(about) ?? null,
    saveKnowledge(about, knowledge) {
      if ((mode !== 'auto' && mode !== 'record') || isEqual(knowledgeByServer.get(about), knowledge)) return;
      knowledgeByServer.set(about, knowledge);
      write({ v: 1, about, knows: knowledge });
    },
    getHeader: () => header,
    setHeader({ seed, today }) {
      const newHeader = { seed, today };
      if ((mode !== 'auto' && mode !== 'record') || isEqual(newHeader, header)) return;
      header = newHeader;
      unwrittenHeader = { v: 1, ...newHeader };
    },
    getReport: createReport,
    finish(hasPassed) {
      const result = createReport();
      if (mode === 'record' && existsSync(outputFile)) {
        if (hasPassed) renameSync(outputFile, file);
        else rmSync(outputFile);
      }
      return result;
    },
  };
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function loadRows(
  file: string,
  mode: CassetteMode,
  rows: Map<string, LoadedRow[]>,
  knowledgeByServer: Map<string, ServerKnowledge>,
): CassetteHeader | null {
  let header: CassetteHeader | null = null;
  if (!existsSync(file)) {
    if (mode === 'auto') return header;
    throw new ParleyError(
      'usage',
      `There is no cassette “${file}”.`,
      'Record it with --cassette-mode record.',
    );
  }
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((text, index) => {
      if (text.trim() === '') return;
      const line = index + 1;
      const row = parseRow(text, file, line);
      if ('knows' in row) knowledgeByServer.set(row.about, row.knows);
      else if ('seed' in row) header = { seed: row.seed, today: row.today };
      else rows.set(row.key, [...(rows.get(row.key) ?? []), { row, line, isUsed: false }]);
    });
  return header;
}

function parseRow(text: string, file: string, line: number): Row {
  try {
    const row = JSON.parse(text) as Row;
    if (row.v === 1 && isRow(row)) return row;
  } catch {
    // Reported below.
  }
  throw new ParleyError(
    'usage',
    `${file}:${line} is not a row of a cassette.`,
    'Remove the line, or record again with --cassette-mode record.',
  );
}

function isRow(row: Row): boolean {
  if ('knows' in row) return true;
  if ('seed' in row) return typeof row.seed === 'string' && typeof row.today === 'string';
  return typeof row.key === 'string' && typeof row.res === 'string';
}

function findLastPromptText(req: Json): string {
  let lastText = '';
  const walk = (value: Json): void => {
    if (typeof value === 'string') lastText = value;
    else if (Array.isArray(value)) value.forEach(walk);
    else if (value && typeof value === 'object')
      for (const name of ['prompt', 'messages', 'content', 'text']) if (name in value) walk(value[name]!);
  };
  walk(req);
  return lastText.length > 80 ? `…${lastText.slice(-80)}` : lastText;
}
