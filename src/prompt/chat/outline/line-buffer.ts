/** Collects the pieces of one line. Long lines are split between sentences or between controls. */
import type { Box, Candidate, OutlineElement } from '../../../contract/index.js';
import type { ControlParts } from '../element-line.js';
import { flatten } from '../page-text.js';
import type { LinePiece } from './lines.js';

export const MAX_TITLE_CHARS = 120;

/** A line with more text than this is split. */
const MAX_LINE_CHARS = 480;
/** A part of a split line has at least this much text. */
const MIN_PART_CHARS = 160;
/** A line of controls without text between them is split after this many. */
const MAX_LINE_CONTROLS = 8;
const MIN_CHARS_BETWEEN_CONTROLS = 12;

export interface NumberedControl {
  candidate: Candidate;
  number: number;
}

export class LineBuffer {
  pieces: LinePiece[] = [];
  /** Elements that start in the line. */
  elements: Candidate[] = [];
  /** Box of the last element if an element beside it may continue the line; otherwise null. */
  beside: Box | null = null;
  /** Whether the line is a term that a definition may follow. */
  isTerm = false;
  /** Number of list items in the line. */
  items = 0;

  get isEmpty(): boolean {
    return !this.pieces.some((piece) => piece.kind !== 'separator');
  }

  addText(text: string): void {
    const last = this.pieces.at(-1);
    if (last?.kind === 'text') last.text += text;
    else if (text.trim()) this.pieces.push({ kind: 'text', text });
  }

  addSeparator(text: string): void {
    const last = this.pieces.at(-1);
    if (last && last.kind !== 'separator') this.pieces.push({ kind: 'separator', text });
  }

  addControl({ candidate, number }: NumberedControl, shows: ControlParts): void {
    this.pieces.push({ kind: 'control', candidate, number, shows });
  }

  /** Adds the description of a picture or drawing; other elements add nothing. */
  addPicture({ tag }: OutlineElement, { role, name, box }: Candidate): void {
    const isPicture = role === 'img' || role === 'image' || tag === 'canvas';
    if (!isPicture || (!name.trim() && tag !== 'canvas')) return;
    const size = tag === 'canvas' ? ` of ${Math.round(box.width)}×${Math.round(box.height)} px` : '';
    const description = name.trim() ? `: ${flatten(name, MAX_TITLE_CHARS)}` : '';
    this.addSeparator('');
    this.pieces.push({
      kind: 'text',
      text: ` (${tag === 'canvas' ? 'drawing' : 'picture'}${size}${description}) `,
    });
  }
}

export function splitPieces(pieces: readonly LinePiece[]): LinePiece[][] {
  const trimmed = pieces.at(-1)?.kind === 'separator' ? pieces.slice(0, -1) : pieces;
  const parts: LinePiece[][] = [];
  let part: LinePiece[] = [];
  let textChars = 0;
  let nameChars = 0;
  let controls = 0;
  const end = (): void => {
    if (part.length) parts.push(part);
    part = [];
    textChars = nameChars = controls = 0;
  };
  for (const piece of trimmed) {
    if (piece.kind === 'text')
      for (const [i, text] of splitText(piece.text, MAX_LINE_CHARS - textChars - nameChars).entries()) {
        if (i > 0) end();
        part.push({ kind: 'text', text });
        textChars += text.length;
      }
    else if (piece.kind === 'control') {
      const isList = controls >= MAX_LINE_CONTROLS && textChars < controls * MIN_CHARS_BETWEEN_CONTROLS;
      if (isList || (controls > 0 && textChars + nameChars > MAX_LINE_CHARS)) end();
      part.push(piece);
      controls += 1;
      nameChars += piece.shows === 'all' ? piece.candidate.name.length : 0;
    } else if (part.length) part.push(piece);
  }
  end();
  return parts;
}

/** Splits a text between sentences, or else between words. @param first maximum length of the first part */
function splitText(text: string, first: number): string[] {
  const parts: string[] = [];
  let rest = text;
  let limit = Math.max(MIN_PART_CHARS, first);
  while (rest.length > limit + MIN_PART_CHARS) {
    const end = findSentenceEnd(rest, limit);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
    limit = MAX_LINE_CHARS;
  }
  parts.push(rest);
  return parts;
}

function findSentenceEnd(text: string, limit: number): number {
  const ends = [...text.slice(0, limit).matchAll(/[.!?…。！？]["”’)\]]*(?=\s|$)|[。！？]/gu)];
  const last = ends.findLast(({ index }) => index >= MIN_PART_CHARS / 2);
  if (last) return last.index + last[0].length;
  const space = text.lastIndexOf(' ', limit);
  return space > MIN_PART_CHARS / 2 ? space : limit;
}
