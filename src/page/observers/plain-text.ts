/** The whole page as plain text, one line a block, headings set off: what a person would read aloud. */
import type { TextBlock } from '../../contract/index.js';

export function plainText(blocks: readonly Pick<TextBlock, 'kind' | 'text'>[]): string {
  return blocks.map(({ kind, text }, i) => (kind === 'heading' && i > 0 ? `\n${text}` : text)).join('\n');
}
