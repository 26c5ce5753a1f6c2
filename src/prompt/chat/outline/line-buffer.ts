/** Collects the pieces of one line. Long lines are split between sentences or between controls. */
import type { Box, Candidate, OutlineElement } from '../../../contract/index.js';
import type { ControlDetail } from '../element-line.js';
import { toOneLine } from '../page-text.js';
import type { LinePiece } from './lines.js';

export const MAX_TITLE_CHARS = 120;

/** A line with more text than this is split. */
const MAX_LINE_CHARS = 480;
/** Minimum text length of each part of a split line. */
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
  /** Box of the last element if an element next to it may continue the line; otherwise null. */
  neighbourBox: Box | null = null;
  /** Whether the line is a term that a definition may follow. */
  isTerm = false;
  /** Number of list items in the line. */
  itemCount = 0;

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

  addControl({ candidate, number }: NumberedControl, detail: ControlDetail): void {
    this.pieces.push({ kind: 'control', candidate, number, detail });
  }

  /** Adds the description of an image or a canvas; other elements add nothing. */
  addImage({ tag }: OutlineElement, { role, name, box }: Candidate): void {
    const isImage = role === 'img' || role === 'image' || tag === 'canvas';
    if (!isImage || (!name.trim() && tag !== 'canvas')) return;
    const size = tag === 'canvas' ? ` of ${Math.round(box.width)}×${Math.round(box.height)} px` : '';
    const description = name.trim() ? `: ${toOneLine(name, MAX_TITLE_CHARS)}` : '';
    this.addSeparator('');
    this.pieces.push({
      kind: 'text',
      text: ` (${tag === 'canvas' ? 'drawing' : 'picture'}${size}${description}) `,
    });
  }
}

export function splitPieces(pieces: readonly LinePiece[]): LinePiece[][] {
  const trimmedPieces = pieces.at(-1)?.kind === 'separator' ? pieces.slice(0, -1) : pieces;
  const parts: LinePiece[][] = [];
  let part: LinePiece[] = [];
  let textChars = 0;
  let nameChars = 0;
  let controlCount = 0;
  const endPart = (): void => {
    if (part.length) parts.push(part);
    part = [];
    textChars = nameChars = controlCount = 0;
  };
  for (const piece of trimmedPieces) {
    if (piece.kind === 'text')
      for (const [i, text] of splitText(piece.text, MAX_LINE_CHARS - textChars - nameChars).entries()) {
        if (i > 0) endPart();
        part.push({ kind: 'text', text });
        textChars += text.length;
      }
    else if (piece.kind === 'control') {
      const isList =
        controlCount >= MAX_LINE_CONTROLS && textChars < controlCount * MIN_CHARS_BETWEEN_CONTROLS;
      if (isList || (controlCount > 0 && textChars + nameChars > MAX_LINE_CHARS)) endPart();
      part.push(piece);
      controlCount += 1;
      nameChars += piece.detail === 'all' ? piece.candidate.name.length : 0;
    } else if (part.length) part.push(piece);
  }
  endPart();
  return parts;
}

/** Splits text between sentences, or else between words. @param maxFirstChars maximum length of the first part */
function splitText(text: string, maxFirstChars: number): string[] {
  const parts: string[] = [];
  let rest = text;
  let limit = Math.max(MIN_PART_CHARS, maxFirstChars);
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
  const lastEnd = ends.findLast(({ index }) => index >= MIN_PART_CHARS / 2);
  if (lastEnd) return lastEnd.index + lastEnd[0].length;
  const lastSpace = text.lastIndexOf(' ', limit);
  return lastSpace > MIN_PART_CHARS / 2 ? lastSpace : limit;
}
