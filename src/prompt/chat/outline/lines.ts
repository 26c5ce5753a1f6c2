/**
 * The lines of an outline and their format. A line consists of pieces in reading order: page text, controls with their
 * numbers, and separators between elements that are side by side.
 */
import type { Candidate, Uid } from '../../../contract/index.js';
import { formatElement, type ControlParts } from '../element-line.js';
import { flatten } from '../page-text.js';

export type LinePiece =
  | { kind: 'text'; text: string }
  | { kind: 'control'; candidate: Candidate; number: number; shows: ControlParts }
  | { kind: 'separator'; text: string };

export interface OutlineLine {
  /** The title, table or row that contains the line. */
  parent: OutlineLine | null;
  /** `title`: a region, table columns or a container; it is shown only if a line below it is shown. */
  kind: 'title' | 'heading' | 'text' | 'item' | 'row';
  /** Written by Parley, before the pieces: `nav`, `##`, `-`. */
  prefix: string;
  pieces: LinePiece[];
  /** Level of a heading, else 0. */
  level: number;
  /** Position of the line among the candidates. */
  order: number;
  /** Elements that start in the line, whether controls or not. */
  elements: Candidate[];
  /** Number of a table row, from 1; else 0. */
  row: number;
  /** Lines with the same group belong to one small block, such as a card. They are shown together or not at all. */
  group: number;
}

export interface LineFormat {
  isNew(uid: Uid): boolean;
  /** Description of what covers the element; undefined if nothing does. */
  coveredBy(uid: Uid): string | undefined;
  /** Searched words: a long list of options shows those that contain them. */
  words?: string | undefined;
  /** Maximum code points of the value of a field. */
  maxValue?: number;
}

/** Long enough for the text of any line: longer texts are split when the outline is built. */
const MAX_TEXT_CHARS = 2_000;

/** Escapes page text so that it cannot be mistaken for an element number. */
export const toPageText = (text: string): string =>
  flatten(text, MAX_TEXT_CHARS).replace(/\[(\d+)\]/g, '($1)');

/**
 * Quotes text together with the links inside it. Table cells are not quoted, because their position shows that they are
 * text.
 */
export function formatLine(line: OutlineLine, format: LineFormat): string {
  const { prefix, pieces, kind } = line;
  const parts: string[] = prefix ? [prefix] : [];
  const isQuoted = kind !== 'row' && kind !== 'title';
  let passage = '';
  let hasText = false;
  const endPassage = (): void => {
    const words = passage.trim();
    if (words) parts.push(hasText && isQuoted ? `"${words}"` : words);
    passage = '';
    hasText = false;
  };
  pieces.forEach((piece, i) => {
    if (piece.kind === 'text') {
      const text = toPageText(piece.text);
      if (/^\s/.test(piece.text)) passage += ' ';
      passage += isQuoted ? escapeQuotes(text) : text;
      if (/\s$/.test(piece.text)) passage += ' ';
      hasText ||= text !== '';
      return;
    }
    if (piece.kind === 'separator') {
      endPassage();
      parts.push(piece.text);
      return;
    }
    const isInText = isLink(piece) && (hasText || pieces[i + 1]?.kind === 'text');
    if (!isInText) endPassage();
    // The space before a link belongs to the link.
    if (passage && !/[\s(“‘[]$/u.test(passage)) passage += ' ';
    passage += formatControl(piece, isInText, format);
    if (!isInText) endPassage();
  });
  endPassage();
  return parts.filter(Boolean).join(' ');
}

type ControlPiece = Extract<LinePiece, { kind: 'control' }>;

const isLink = ({ candidate, shows }: ControlPiece): boolean => shows === 'all' && candidate.role === 'link';

const escapeQuotes = (text: string): string => text.replace(/["\\]/g, '\\$&');

function formatControl(
  { candidate, number, shows }: ControlPiece,
  inText: boolean,
  { isNew, coveredBy, words, maxValue }: LineFormat,
): string {
  const { uid } = candidate;
  const options = { number, shows, isNew: isNew(uid), coveredBy: coveredBy(uid), words, maxValue, inText };
  return formatElement(candidate, options);
}

/** The text that a person reads in the line, without numbers and states. */
export const plainTextOf = ({ pieces }: OutlineLine): string =>
  pieces
    .map((piece) =>
      piece.kind === 'text'
        ? piece.text
        : piece.kind === 'control' && (piece.shows === 'all' || piece.shows === 'name')
          ? ` ${piece.candidate.name || piece.candidate.text}`
          : ' ',
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

export const numbersOf = ({ pieces }: OutlineLine): number[] =>
  pieces.flatMap((piece) => (piece.kind === 'control' ? [piece.number] : []));

export const controlsOf = ({ pieces }: OutlineLine): Candidate[] =>
  pieces.flatMap((piece) => (piece.kind === 'control' ? [piece.candidate] : []));

/** The titles that contain the line, outermost first. */
export function parentsOf({ parent }: OutlineLine): OutlineLine[] {
  const parents: OutlineLine[] = [];
  for (let line = parent; line; line = line.parent) parents.unshift(line);
  return parents;
}
