/** Formats a tree in the bracket notation that the paper's models read. */
import { toHtml, type LxmlElement } from '../../lxml/index.js';
import { collapseSpace, strip } from '../../python/index.js';

export const PAGE_END = '\nAbove are the pruned HTML contents of the page.';

/** Replaced in this order, each in the whole text. */
const ENTITIES = [
  ['&quot;', '"'],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&nbsp;', ' '],
  ['&ndash;', '-'],
  ['&rsquo;', "'"],
  ['&lsquo;', "'"],
  ['&ldquo;', '"'],
  ['&rdquo;', '"'],
  ['&#39;', "'"],
  ['&#40;', '('],
  ['&#41;', ')'],
] as const;

/** Formats a tree without the closing line of the page. */
export function formatBareTree(tree: LxmlElement): string {
  return toBrackets(toHtml(tree))
    .replace(/\) +\)/g, '))')
    .replace(/\( +\(/g, '((');
}

export function formatTree(tree: LxmlElement): string {
  return formatBareTree(tree) + PAGE_END;
}

/** Converts markup to brackets. Text that only looks like markup (in scripts and values) is converted too. */
export function toBrackets(markup: string): string {
  // Python's dot matches everything but line feeds.
  let text = markup
    .replace(/<text>([^\n]*?)<\/text>/g, '$1')
    .replaceAll('/>', () => '$/$>')
    .replace(/<\/[^\n]+?>/g, ')')
    .replace(/<([^\n]+?)>/g, '($1')
    .replaceAll('$/$', ')');
  for (const [entity, char] of ENTITIES) text = text.replaceAll(entity, char);
  return strip(collapseSpace(text));
}
