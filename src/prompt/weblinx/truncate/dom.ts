/** Cuts a pruned page down to a number of tokens: texts and attribute values, the longest first (spec 4.6.3). */
import { strip } from '../../../python/index.js';
import {
  copyTree,
  elementsOf,
  type LxmlElement,
  removeAttribute,
  setAttribute,
} from '../../../lxml/index.js';
import type { PromptTokenizer } from '../../tokenizer.js';
import { treeText } from '../tree-text.js';
import { truncateAtCenter } from './center.js';
import { type Piece, shareOut } from './lengths.js';

const ATTEMPTS = 5;
/** From this attempt on, attributes that have no room at all are taken away. */
const REMOVE_FROM = 2;

export function truncateDom(tree: LxmlElement, max: number, tokenizer: PromptTokenizer): string {
  let current = tree;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const text = treeText(current);
    const tokens = tokenizer.count(text);
    if (tokens <= max) return text;
    current = copyTree(current);
    cutOnce(current, tokens - max, attempt >= REMOVE_FROM, tokenizer);
  }
  // Python fails where not even an ellipsis fits.
  return truncateAtCenter(treeText(current), max, tokenizer) ?? '';
}

interface DomPiece extends Piece {
  element: LxmlElement;
  /** Null for the text. */
  attribute: string | null;
}

function cutOnce(tree: LxmlElement, excess: number, remove: boolean, tokenizer: PromptTokenizer): void {
  const pieces: DomPiece[] = [];
  for (const element of elementsOf([tree])) {
    const text = strip(element.text);
    pieces.push({ element, attribute: null, text, length: tokenizer.count(text) });
    for (const { name, value } of element.attributes)
      pieces.push({ element, attribute: name, text: value, length: tokenizer.count(value) });
  }
  shareOut(pieces, excess, ({ element, attribute, text }, length) => {
    const cut = length === 0 ? null : truncateAtCenter(text, length, tokenizer);
    if (attribute === null) element.text = cut ?? '';
    else if (cut === null && length > 0 && remove) removeAttribute(element, attribute);
    else setAttribute(element, attribute, cut);
  });
}
