/** Marks where a text that others wrote begins and ends in a prompt. */
import { createHash } from 'node:crypto';

/** Puts text between markers that it cannot contain, because they are derived from a hash of it. */
export function fence(text: string): string {
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `<<<${mark}\n${text}\n${mark}>>>`;
}
