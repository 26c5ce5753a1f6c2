/** A tree as the brackets that the models read (spec 4.5, step F). */
import { htmlText, type LxmlElement } from '../../lxml/index.js';
import { collapseSpace, strip } from '../../python/index.js';

export const PAGE_END = '\nAbove are the pruned HTML contents of the page.';

/** In this order, each over the whole text. */
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

/** Without the line that closes the page. */
export function bareTreeText(tree: LxmlElement): string {
  return bracketed(htmlText(tree))
    .replace(/\) +\)/g, '))')
    .replace(/\( +\(/g, '((');
}

export function treeText(tree: LxmlElement): string {
  return bareTreeText(tree) + PAGE_END;
}

/** Markup to brackets; what is no markup but looks like it (scripts, values) is changed all the same. */
export function bracketed(markup: string): string {
  // Python's dot stops at line feeds alone.
  let text = markup
    .replace(/<text>([^\n]*?)<\/text>/g, '$1')
    .replaceAll('/>', () => '$/$>')
    .replace(/<\/[^\n]+?>/g, ')')
    .replace(/<([^\n]+?)>/g, '($1')
    .replaceAll('$/$', ')');
  for (const [entity, char] of ENTITIES) text = text.replaceAll(entity, char);
  return strip(collapseSpace(text));
}
