/** What of a line is words: no terminal's control sequences, no marks that turn the order round, and not without end. */

/** Beyond this, outside of quotes, a line is no order any more; reading one takes longer than its length. */
export const MOST_WORDS = 8_000;
/** And with what stands in quotes. */
const MOST = 100_000;

const CONTROL =
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  /\u001b\[[0-9;?]*[A-Za-z]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

export const heard = (line: string): string => line.replace(CONTROL, '');

/** What is said of such a line; null where it can be read. @param mask takes quoted text out of a line */
export function complaint(line: string, mask: (line: string) => { text: string }): string | null {
  if (line.length <= MOST_WORDS) return null;
  const long = line.length > MOST || mask(line).text.length > MOST_WORDS;
  return long
    ? `That line has ${line.length.toLocaleString('en')} characters, which is more than I can follow. Please use shorter lines`
    : null;
}
