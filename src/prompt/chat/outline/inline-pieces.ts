/** Collects the pieces of an element that is shown on a single line. */
import type { Candidate, OutlineElement, OutlineNode } from '../../../contract/index.js';
import { isEditorBlock, isElement, isField, type PageElements } from './elements.js';
import { LineBuffer } from './line-buffer.js';
import type { LinePiece } from './lines.js';

/** Longer content is shown on separate lines below the control. */
const MAX_CONTROL_CHARS = 200;

export function collectPieces(
  { content }: { content: readonly OutlineNode[] },
  elements: PageElements,
): LinePiece[] {
  const line = new LineBuffer();
  const add = (node: OutlineNode): void => {
    if (!isElement(node)) line.addText(node);
    else if (!elements.detailsOf(node)?.candidate.behindModal) {
      if (!node.inline) line.addText(' ');
      addElement(node);
      if (!node.inline) line.addText(' ');
    }
  };
  const addElement = (element: OutlineElement): void => {
    const details = elements.detailsOf(element);
    const control = elements.controlOf(element);
    if (control && isWholeControl(element, control.candidate, elements)) {
      line.addControl(control, 'all');
      return;
    }
    if (control) {
      const { candidate } = control;
      const named = containsName(element, candidate) ? 'role' : 'name';
      line.addControl(control, isEditorBlock(candidate) ? 'number' : named);
    } else if (details?.isCandidate) line.addPicture(element, details.candidate);
    const isLabel = element.tag === 'label' && details && !details.isCandidate && isField(details.candidate);
    for (const child of element.content)
      if (!isLabel || isElement(child) || !details.candidate.name.includes(child.trim())) add(child);
  };
  content.forEach(add);
  return line.pieces.filter((piece) => piece.kind !== 'text' || piece.text.trim() !== '');
}

/** Whether the control's own line shows everything that the element contains. */
export function isWholeControl(
  element: OutlineElement,
  candidate: Candidate,
  elements: PageElements,
): boolean {
  const { controls, textLength, hasStructure } = elements.extentOf(element);
  if (element.tag === 'select' || element.tag === 'textarea') return true;
  if (controls > 0) return false;
  if (candidate.states.editable && textLength > 0 && element.tag !== 'input') return false;
  return textLength <= MAX_CONTROL_CHARS && (!hasStructure || textLength <= MAX_CONTROL_CHARS / 2);
}

/** Whether the text of the element contains the name of its control. */
export function containsName(element: OutlineElement, { name, text }: Candidate): boolean {
  return name === '' || name === text || textOf(element).includes(name);
}

export const textOf = ({ content }: OutlineElement): string =>
  content.map((node) => (isElement(node) ? textOf(node) : node)).join('');
