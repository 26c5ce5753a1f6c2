/** Formats values as ASCII JSON, which every default encoding reads correctly. */

/**
 * Formats one line of JSON. It is ASCII, because the WebLINX library opens files in the platform's encoding. A lone
 * surrogate becomes U+FFFD, because orjson, the library's preferred parser, rejects files with escaped lone surrogates.
 */
export function toAsciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/[\u007f-\uffff]|\\u[dD]/.test(json)) return json;
  return json
    .replace(/(\\+)u[dD][89a-fA-F][0-9a-fA-F]{2}/g, (match, slashes: string) =>
      // JSON.stringify escapes a lone surrogate with one backslash. After two backslashes, `ud83d` is ordinary text.
      slashes.length % 2 === 1 ? `${slashes}ufffd` : match,
    )
    .replace(/[\u007f-\uffff]/g, (codeUnit) => `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Formats a value like `toAsciiJson`, adds a line break and returns the bytes. */
export function toAsciiJsonLine(value: unknown): Buffer {
  return Buffer.from(`${toAsciiJson(value)}\n`, 'latin1');
}
