/** Encodings in which a secret may appear in text that leaves the process. */

/**
 * Spellings of `value`: unchanged, URL-encoded, JSON-escaped, HTML-escaped, base64 (alone or inside a longer
 * encoded text, such as `user:password`), hex and percent-encoded bytes. Hashes, changes of case, reversed and split
 * values are not covered.
 */
export function findSpellings(value: string): string[] {
  const found = new Set<string>([value]);
  const add = (form: string | undefined): void => {
    if (form !== undefined && form !== '') found.add(form);
  };
  const collapsed = value.replace(/\s+/g, ' ').trim();
  // Rendered text has collapsed white space, and key files have either kind of line break.
  for (const text of [
    value,
    collapsed,
    value.trim(),
    value.replace(/\r?\n/g, '\n'),
    value.replace(/\r?\n/g, '\r\n'),
  ]) {
    add(text);
    for (const form of urlForms(text)) add(form);
    for (const form of jsonForms(text)) add(form);
    for (const form of htmlForms(text)) add(form);
  }
  for (const form of base64Forms(value)) add(form);
  for (const form of byteForms(value)) add(form);
  return [...found];
}

function urlForms(text: string): string[] {
  let strict: string;
  try {
    strict = encodeURIComponent(text);
  } catch {
    return []; // A lone surrogate has no URL form.
  }
  const loose = encodeURI(text);
  // RFC 3986 escapes more characters than encodeURIComponent; HTML forms encode a space as plus.
  const rfc3986 = strict.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const formEncoded = rfc3986.replace(/%20/g, '+').replace(/%2A/g, '*');
  const encodedTwice = encodeURIComponent(strict);
  const forms = [strict, loose, rfc3986, formEncoded, encodedTwice];
  return [...forms, ...forms.map((item) => item.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
}

function jsonForms(text: string): string[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // Escaped twice: JSON inside a JSON string, such as a request body in a log line.
  return [escaped, ascii, JSON.stringify(escaped).slice(1, -1), escaped.replace(/\//g, '\\/')];
}

function htmlForms(text: string): string[] {
  const textEscaped = text.replace(/&/g, '&amp;').replace(/\u00a0/g, '&nbsp;');
  const anglesEscaped = textEscaped.replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return [
    anglesEscaped,
    textEscaped.replace(/"/g, '&quot;'), // Attribute values up to Chrome 137
    anglesEscaped.replace(/"/g, '&quot;'), // Attribute values since Chrome 138
    anglesEscaped.replace(/"/g, '&quot;').replace(/'/g, '&#39;'),
    anglesEscaped.replace(/"/g, '&#34;').replace(/'/g, '&#39;'),
    anglesEscaped.replace(/"/g, '&quot;').replace(/'/g, '&#x27;'),
  ];
}

/** The bytes in hex, and each byte percent-encoded. */
function byteForms(value: string): string[] {
  const hex = Buffer.from(value, 'utf8').toString('hex');
  if (hex.length < 2 * MIN_PIECE_LENGTH) return [];
  const percent = hex.replace(/../g, '%$&');
  return [hex, hex.toUpperCase(), percent, percent.toUpperCase()];
}

/** Shorter base64 pieces would match unrelated text. */
const MIN_PIECE_LENGTH = 6;

/** Base64 of the value at each of three byte offsets inside a longer text, without uncertain characters. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const forms: string[] = [];
  const whole = bytes.toString('base64');
  if (whole.length >= MIN_PIECE_LENGTH) forms.push(whole, whole.replace(/=+$/, ''));
  for (const offset of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const lastBytes = (offset + bytes.length) % 3;
    // Characters at both ends that contain bits of neighbouring bytes are uncertain; remove them.
    const piece = text.slice(offset === 0 ? 0 : offset + 1, lastBytes === 0 ? undefined : -1);
    if (piece.length >= MIN_PIECE_LENGTH) forms.push(piece);
  }
  return forms.flatMap((form) => [
    form,
    form.replace(/\+/g, '-').replace(/\//g, '_'),
    encodeURIComponent(form),
  ]);
}
