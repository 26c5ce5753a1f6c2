/** Truncates a pruned page to a number of tokens: text and attribute values, the longest first. */
import { strip } from '../../../python/index.js';
import {
  copyTree,
  elementsOf,
  type LxmlElement,
  removeAttribute,
  setAttribute,
} from '../../../lxml/index.js';
import type { PromptTokenizer } from '../../tokenizer.js';
import { formatTree } from '../tree-text.js';
import { truncateAtCenter } from './center.js';
import { type Piece, shortenPieces } from './lengths.js';

const MAX_ATTEMPTS = 5;
/** At this attempt and later ones, attributes are removed if none of their text fits. */
const FIRST_REMOVING_ATTEMPT = 2;

export function truncateDom(tree: LxmlElement, max: number, tokenizer: PromptTokenizer): string {
  let current = tree;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const text = formatTree(current);
    const tokens = tokenizer.count(text);
    if (tokens <= max) return text;
    current = copyTree(current);
    cutOnce(current, tokens - max, attempt >= FIRST_REMOVING_ATTEMPT, tokenizer);
  }
  // The Python library throws if not even an ellipsis fits.
  return truncateAtCenter(formatTree(current), max, tokenizer) ?? '';
}

interface DomPiece extends Piece {
  element: LxmlElement;
  /** Name of the attribute; null for the element's text. */
  attribute: string | null;
}

function cutOnce(
  tree: LxmlElement,
  excess: number,
  removesAttributes: boolean,
  tokenizer: PromptTokenizer,
): void {
  const pieces: DomPiece[] = [];
  for (const element of elementsOf([tree])) {
    const text = strip(element.text);
    pieces.push({ element, attribute: null, text, length: tokenizer.count(text) });
    for (const { name, value } of element.attributes)
      pieces.push({ element, attribute: name, text: value, length: tokenizer.count(value) });
  }
  shortenPieces(pieces, excess, ({ element, attribute, text }, length) => {
    const shortenedText = length === 0 ? null : truncateAtCenter(text, length, tokenizer);
    if (attribute === null) element.text = shortenedText ?? '';
    else if (shortenedText === null && length > 0 && removesAttributes) removeAttribute(element, attribute);
    else setAttribute(element, attribute, shortenedText);
  });
}
