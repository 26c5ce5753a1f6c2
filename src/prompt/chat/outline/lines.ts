/**
 * The lines of an outline and their format. A line consists of pieces in reading order: page text, controls with their
 * numbers, and separators between elements that are next to each other.
 */
import type { Candidate, Uid } from '../../../contract/index.js';
import { formatElement, type ControlDetail } from '../element-line.js';
import { toOneLine } from '../page-text.js';

export type LinePiece =
  | { kind: 'text'; text: string }
  | { kind: 'control'; candidate: Candidate; number: number; detail: ControlDetail }
  | { kind: 'separator'; text: string };

export interface OutlineLine {
  /** The title, table or row that contains the line. */
  parent: OutlineLine | null;
  /** `title`: a region, table columns or a container; it is written only if a line below it is written. */
  kind: 'title' | 'heading' | 'text' | 'item' | 'row';
  /** Text that Parley adds before the pieces: `nav`, `##`, `-`. */
  prefix: string;
  pieces: LinePiece[];
  /** Level of a heading; otherwise 0. */
  level: number;
  /** Position of the line among the candidates. */
  order: number;
  /** Elements that start in the line, whether controls or not. */
  elements: Candidate[];
  /** Number of a table row, from 1; otherwise 0. */
  row: number;
  /** Lines with the same group belong to one small block, such as a card. They are written together or not at all. */
  group: number;
}

export interface LineFormat {
  isNew(uid: Uid): boolean;
  /** Description of what covers the element; undefined if nothing does. */
  coveredBy(uid: Uid): string | undefined;
  /** The lookup's search words: a long option list shows the options that contain them. */
  searchWords?: string | undefined;
  /** Maximum code points of a field's value. */
  maxValueChars?: number;
}

/** Long enough for any line: longer text is split when the outline is built. */
const MAX_TEXT_CHARS = 2_000;

/** Escapes page text so that it cannot be mistaken for an element number. */
export const escapeNumbers = (text: string): string =>
  toOneLine(text, MAX_TEXT_CHARS).replace(/\[(\d+)\]/g, '($1)');

/**
 * Formats a line. Quotes text together with the links inside it. Table cells are not quoted, because their position
 * shows that they are text.
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
      const text = escapeNumbers(piece.text);
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

const isLink = ({ candidate, detail }: ControlPiece): boolean =>
  detail === 'all' && candidate.role === 'link';

const escapeQuotes = (text: string): string => text.replace(/["\\]/g, '\\$&');

function formatControl(
  { candidate, number, detail }: ControlPiece,
  isInText: boolean,
  { isNew, coveredBy, searchWords, maxValueChars }: LineFormat,
): string {
  const { uid } = candidate;
  const options = {
    number,
    detail,
    isNew: isNew(uid),
    coveredBy: coveredBy(uid),
    searchWords,
    maxValueChars,
    isInText,
  };
  return formatElement(candidate, options);
}

/** Returns the text that a person reads in the line, without numbers and states. */
export const getPlainText = ({ pieces }: OutlineLine): string =>
  pieces
    .map((piece) =>
      piece.kind === 'text'
        ? piece.text
        : piece.kind === 'control' && (piece.detail === 'all' || piece.detail === 'name')
          ? ` ${piece.candidate.name || piece.candidate.text}`
          : ' ',
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

export const listNumbers = ({ pieces }: OutlineLine): number[] =>
  pieces.flatMap((piece) => (piece.kind === 'control' ? [piece.number] : []));

export const listControls = ({ pieces }: OutlineLine): Candidate[] =>
  pieces.flatMap((piece) => (piece.kind === 'control' ? [piece.candidate] : []));

/** Lists the titles that contain the line, outermost first. */
export function listParents({ parent }: OutlineLine): OutlineLine[] {
  const parents: OutlineLine[] = [];
  for (let line = parent; line; line = line.parent) parents.unshift(line);
  return parents;
}
