/** Makes text from pages and models safe for a terminal. */

/** Removes format characters such as bidi overrides and zero-width spaces. They could make a line read differently. */
export function stripFormatCharacters(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}

/** Removes format characters and terminal control sequences. Keeps tabs and line breaks. */
export function stripTerminalControls(text: string): string {
  return stripFormatCharacters(
    text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' '),
  );
}
