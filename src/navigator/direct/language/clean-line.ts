/** Cleans a line: removes terminal control sequences and bidirectional marks, and limits its length. */

/** Maximum characters outside of quotes, because parsing time grows faster than the length. */
export const MAX_UNQUOTED_CHARS = 8_000;
/** Maximum characters including quotes. */
const MAX_CHARS = 100_000;

const CONTROL =
  // oxlint-disable-next-line no-control-regex -- these characters are removed
  /\u001b\[[0-9;?]*[A-Za-z]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

export const removeControls = (line: string): string => line.replace(CONTROL, '');

/**
 * Returns a message if the line is too long; otherwise null.
 * @param mask removes quoted text from a line
 */
export function describeLineProblem(line: string, mask: (line: string) => { text: string }): string | null {
  if (line.length <= MAX_UNQUOTED_CHARS) return null;
  const isTooLong = line.length > MAX_CHARS || mask(line).text.length > MAX_UNQUOTED_CHARS;
  return isTooLong
    ? `That line has ${line.length.toLocaleString('en')} characters, which is more than I can follow. Please use shorter lines`
    : null;
}
