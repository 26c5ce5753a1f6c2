/** ASCII JSON, which every reader can open. */

/**
 * Formats one line of ASCII JSON, because the Python library opens files in the platform's encoding (spec 1.1). A lone
 * surrogate becomes U+FFFD, because orjson, the library's first choice, rejects files with escaped lone surrogates.
 */
export function toAsciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/[\u007f-\uffff]|\\u[dD]/.test(json)) return json;
  return json
    .replace(/(\\+)u[dD][89a-fA-F][0-9a-fA-F]{2}/g, (hit, slashes: string) =>
      // JSON.stringify escapes lone surrogates; after an even number of backslashes it is ordinary text.
      slashes.length % 2 === 1 ? `${slashes}ufffd` : hit,
    )
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** `asciiJson` with a line break, as bytes. */
export function toAsciiJsonLine(value: unknown): Buffer {
  return Buffer.from(`${toAsciiJson(value)}\n`, 'latin1');
}
