/** Marks the start and end of untrusted text in a prompt. */
import { createHash } from 'node:crypto';

/** Puts text between markers that it cannot contain, because they are derived from its hash. */
export function fenceText(text: string): string {
  const marker = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `<<<${marker}\n${text}\n${marker}>>>`;
}
