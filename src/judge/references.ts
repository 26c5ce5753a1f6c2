/**
 * `reference_answer.json`: answers to WebVoyager's tasks, written by people. A golden answer is complete and stable, so
 * it can be scored without a model. A possible answer is one of several, so it only serves as a hint.
 */
import { readFileSync } from 'node:fs';

import { ParleyError } from '../contract/index.js';

export interface ReferenceAnswer {
  type: 'golden' | 'possible';
  text: string;
}

/** Reference answers by task id, such as `Allrecipes--4`. */
export type ReferenceAnswers = ReadonlyMap<string, ReferenceAnswer>;

/** @throws ParleyError `usage` if the file is missing or has another format */
export function readReferences(path: string): ReferenceAnswers {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw createFileError(path, code === undefined ? 'is not JSON' : `cannot be read (${code})`);
  }
  if (!isRecord(value)) throw createFileError(path, 'is not an object of sites');
  const references = new Map<string, ReferenceAnswer>();
  for (const [site, entry] of Object.entries(value)) {
    const answers = isRecord(entry) ? entry['answers'] : undefined;
    if (!Array.isArray(answers)) throw createFileError(path, `has no list “answers” for ${site}`);
    for (const [i, answer] of answers.entries()) {
      const reference = toReference(answer);
      if (reference === null)
        throw createFileError(
          path,
          `has an invalid answer at ${site}.answers[${i}]; it needs id, type (golden or possible) and ans`,
        );
      const id = `${site}--${reference.index}`;
      if (references.has(id)) throw createFileError(path, `has two answers for ${id}`);
      references.set(id, reference.answer);
    }
  }
  return references;
}

function toReference(value: unknown): { index: number; answer: ReferenceAnswer } | null {
  if (!isRecord(value)) return null;
  const { id, type, ans } = value;
  if (!Number.isInteger(id) || typeof ans !== 'string') return null;
  if (type !== 'golden' && type !== 'possible') return null;
  return { index: id as number, answer: { type, text: ans } };
}

function createFileError(path: string, fault: string): ParleyError {
  return new ParleyError(
    'usage',
    `${path} ${fault}.`,
    'Give WebVoyager’s reference_answer.json: sites with a list of answers { id, type, ans }.',
    { option: 'references' },
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the possible answers as hints for the judge. */
export function collectHints(references: ReferenceAnswers): Map<string, string> {
  return new Map(
    [...references].flatMap(([id, { type, text }]): [string, string][] =>
      type === 'possible' ? [[id, text]] : [],
    ),
  );
}

/**
 * Whether the answer contains the golden reference. Ignores case, accents, punctuation, whitespace and thousands
 * separators. If a reference lists several phrases (on separate lines, or separated by semicolons), they may occur in
 * any order.
 *
 * @returns null if the reference is not golden or contains no words
 */
export function scoreAgainstReference(
  answer: string | null,
  reference: ReferenceAnswer | undefined,
): 1 | 0 | null {
  if (reference?.type !== 'golden') return null;
  const expectedPhrases = reference.text
    .split(/[;\n]/)
    .map(normalizeAnswer)
    .filter((phrase) => phrase !== '');
  if (expectedPhrases.length === 0) return null;
  // Surrounding spaces make sure that only whole words match: “12” is not in “120”.
  const normalizedAnswer = ` ${normalizeAnswer(answer ?? '')} `;
  return expectedPhrases.every((phrase) => normalizedAnswer.includes(` ${phrase} `)) ? 1 : 0;
}

export function normalizeAnswer(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
      // Decimal points and minus signs belong to numbers (4.5, -3); other points and hyphens are punctuation.
      .replace(/(?<!\d)\.|\.(?!\d)|(?<!\s|^)-|-(?!\d)|[^\p{L}\p{N}.\-\s]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
