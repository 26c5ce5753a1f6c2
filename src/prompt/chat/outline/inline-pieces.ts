/** Collects the pieces of an element that is written on a single line. */
import type { Candidate, OutlineElement, OutlineNode } from '../../../contract/index.js';
import { isEditorBlock, isElement, isField, type PageElements } from './elements.js';
import { LineBuffer } from './line-buffer.js';
import type { LinePiece } from './lines.js';

/** Longer content is written on separate lines below the control. */
const MAX_CONTROL_CHARS = 200;

export function collectPieces(
  { content }: { content: readonly OutlineNode[] },
  elements: PageElements,
): LinePiece[] {
  const line = new LineBuffer();
  const addNode = (node: OutlineNode): void => {
    if (!isElement(node)) line.addText(node);
    else if (!elements.getDetails(node)?.candidate.behindModal) {
      if (!node.inline) line.addText(' ');
      addElement(node);
      if (!node.inline) line.addText(' ');
    }
  };
  const addElement = (element: OutlineElement): void => {
    const details = elements.getDetails(element);
    const control = elements.getControl(element);
    if (control && isWholeControl(element, control.candidate, elements)) {
      line.addControl(control, 'all');
      return;
    }
    if (control) {
      const { candidate } = control;
      const nameOrRole = containsName(element, candidate) ? 'role' : 'name';
      line.addControl(control, isEditorBlock(candidate) ? 'number' : nameOrRole);
    } else if (details?.isCandidate) line.addImage(element, details.candidate);
    const isLabel = element.tag === 'label' && details && !details.isCandidate && isField(details.candidate);
    for (const child of element.content)
      if (!isLabel || isElement(child) || !details.candidate.name.includes(child.trim())) addNode(child);
  };
  content.forEach(addNode);
  return line.pieces.filter((piece) => piece.kind !== 'text' || piece.text.trim() !== '');
}

/** Whether the control's own piece shows everything that the element contains. */
export function isWholeControl(
  element: OutlineElement,
  candidate: Candidate,
  elements: PageElements,
): boolean {
  const { controlCount, textLength, hasStructure } = elements.getExtent(element);
  if (element.tag === 'select' || element.tag === 'textarea') return true;
  if (controlCount > 0) return false;
  if (candidate.states.editable && textLength > 0 && element.tag !== 'input') return false;
  return textLength <= MAX_CONTROL_CHARS && (!hasStructure || textLength <= MAX_CONTROL_CHARS / 2);
}

/** Whether the element's text contains the control's name. */
export function containsName(element: OutlineElement, { name, text }: Candidate): boolean {
  return name === '' || name === text || readText(element).includes(name);
}

export const readText = ({ content }: OutlineElement): string =>
  content.map((node) => (isElement(node) ? readText(node) : node)).join('');
