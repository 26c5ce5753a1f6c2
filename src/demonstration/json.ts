/** ASCII JSON, which every reader can open. */

/**
 * One line of ASCII JSON: the Python library opens files in the platform's encoding (spec 1.1). Half of a
 * surrogate pair becomes U+FFFD, because an escaped half makes orjson, the library's first choice, refuse
 * the whole file.
 */
export function asciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/[\u007f-\uffff]|\\u[dD]/.test(json)) return json;
  return json
    .replace(/(\\+)u[dD][89a-fA-F][0-9a-fA-F]{2}/g, (hit, slashes: string) =>
      // JSON.stringify escapes halves; an even run of backslashes is text that only looks like one.
      slashes.length % 2 === 1 ? `${slashes}ufffd` : hit,
    )
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** `asciiJson` with a line break, as bytes. */
export function asciiJsonLine(value: unknown): Buffer {
  return Buffer.from(`${asciiJson(value)}\n`, 'latin1');
}
