/** Lists the encodings in which a secret may appear in text that leaves the process. */

/**
 * Lists the spellings of a value: unchanged, URL-encoded, JSON-escaped, HTML-escaped, base64 (alone or inside a longer
 * encoded text, such as `user:password`), hex and percent-encoded bytes. It does not cover hashes, changes of case, or
 * reversed or split values.
 */
export function listSpellings(value: string): string[] {
  const spellings = new Set<string>([value]);
  const add = (spelling: string | undefined): void => {
    if (spelling !== undefined && spelling !== '') spellings.add(spelling);
  };
  const collapsedValue = value.replace(/\s+/g, ' ').trim();
  // Rendered text has collapsed white space, and key files have either kind of line break.
  for (const text of [
    value,
    collapsedValue,
    value.trim(),
    value.replace(/\r?\n/g, '\n'),
    value.replace(/\r?\n/g, '\r\n'),
  ]) {
    add(text);
    for (const form of listUrlForms(text)) add(form);
    for (const form of listJsonForms(text)) add(form);
    for (const form of listHtmlForms(text)) add(form);
  }
  for (const form of listBase64Forms(value)) add(form);
  for (const form of listByteForms(value)) add(form);
  return [...spellings];
}

function listUrlForms(text: string): string[] {
  let componentEncoded: string;
  try {
    componentEncoded = encodeURIComponent(text);
  } catch {
    return []; // A lone surrogate has no URL form.
  }
  const uriEncoded = encodeURI(text);
  // RFC 3986 escapes more characters than encodeURIComponent; HTML forms encode a space as plus.
  const rfc3986 = componentEncoded.replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const formEncoded = rfc3986.replace(/%20/g, '+').replace(/%2A/g, '*');
  const twiceEncoded = encodeURIComponent(componentEncoded);
  const forms = [componentEncoded, uriEncoded, rfc3986, formEncoded, twiceEncoded];
  return [...forms, ...forms.map((item) => item.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
}

function listJsonForms(text: string): string[] {
  const jsonEscaped = JSON.stringify(text).slice(1, -1);
  const asciiEscaped = jsonEscaped.replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // Escaped twice: JSON inside a JSON string, such as a request body in a log line.
  return [
    jsonEscaped,
    asciiEscaped,
    JSON.stringify(jsonEscaped).slice(1, -1),
    jsonEscaped.replace(/\//g, '\\/'),
  ];
}

function listHtmlForms(text: string): string[] {
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
function listByteForms(value: string): string[] {
  const hex = Buffer.from(value, 'utf8').toString('hex');
  if (hex.length < 2 * MIN_ENCODED_LENGTH) return [];
  const percentEncoded = hex.replace(/../g, '%$&');
  return [hex, hex.toUpperCase(), percentEncoded, percentEncoded.toUpperCase()];
}

/** Shorter encodings would match unrelated text. */
const MIN_ENCODED_LENGTH = 6;

/** Encodes the value at each of the three byte offsets that it can have inside a longer base64 text. */
function listBase64Forms(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const forms: string[] = [];
  const wholeEncoded = bytes.toString('base64');
  if (wholeEncoded.length >= MIN_ENCODED_LENGTH) forms.push(wholeEncoded, wholeEncoded.replace(/=+$/, ''));
  for (const offset of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const lastBlockBytes = (offset + bytes.length) % 3;
    // Characters at both ends also contain bits of the neighbouring bytes, which are unknown, so they are removed.
    const certainPart = encoded.slice(offset === 0 ? 0 : offset + 1, lastBlockBytes === 0 ? undefined : -1);
    if (certainPart.length >= MIN_ENCODED_LENGTH) forms.push(certainPart);
  }
  return forms.flatMap((form) => [
    form,
    form.replace(/\+/g, '-').replace(/\//g, '_'),
    encodeURIComponent(form),
  ]);
}
