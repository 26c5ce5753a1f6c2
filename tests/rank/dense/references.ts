/** Reference token ids and embeddings of 202 texts, computed from the model's F16 weights by another library. */
import { readFileSync } from 'node:fs';

export interface Reference {
  text: string;
  ids: number[];
  embedding: number[];
  /** Maximum number of tokens; longer texts were truncated. */
  max: number;
}

const data = new URL('../data/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, data), 'utf8'));

export const REFERENCES = (read('reference-embeddings.json') as { texts: Reference[] }).texts;

export interface ReferencePage {
  source: string;
  documents: string[];
  queries: { query: string; made_from: number; top10: [number, number][] }[];
}

export const PAGES = (read('reference-pages.json') as { pages: ReferencePage[] }).pages;
