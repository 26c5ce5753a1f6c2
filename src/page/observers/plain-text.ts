/** Formats the page as plain text: one block per line, and a blank line before each heading. */
import type { TextBlock } from '../../contract/index.js';

export function toPlainText(blocks: readonly Pick<TextBlock, 'kind' | 'text'>[]): string {
  return blocks.map(({ kind, text }, i) => (kind === 'heading' && i > 0 ? `\n${text}` : text)).join('\n');
}
