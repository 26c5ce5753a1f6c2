// Realistic test data for demonstrations, generated from the turn number. It is plain JavaScript, because the drivers of
// the kill test and the full-disk test import it without a build.

/** @param {number} number */
export function uidOf(number) {
  return `${number.toString(16).padStart(8, '0')}-abcd-4${(number % 4096).toString(16).padStart(3, '0')}`;
}

/** A PNG of one pixel, with `padding` bytes in a chunk that decoders skip. */
export function png(padding = 0) {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(padding);
  // The checksum is 0, because no test decodes the image.
  const chunk = Buffer.concat([length, Buffer.from('prLy'), Buffer.alloc(padding, 'p'), Buffer.alloc(4)]);
  const end = pixel.length - 12;
  return Buffer.concat([pixel.subarray(0, end), chunk, pixel.subarray(end)]);
}

/** A page of `rows` rows with one field and one button; starts with `<head`, as the format requires. */
export function html(number, rows) {
  const head = `<head data-webtasks-id="${uidOf(1)}"><title>Fjørd “routes” 🛶</title></head>`;
  const form =
    `<form action="/søk?a=1&amp;b=2" data-webtasks-id="${uidOf(3)}">` +
    `<input name="q" title="say &quot;hi&quot;" type="search" data-webtasks-id="${uidOf(4)}">` +
    `<button type="submit" data-webtasks-id="${uidOf(5)}">Søk ‹${number}›</button></form>`;
  let listItems = '';
  for (let row = 0; row < rows; row += 1) {
    listItems += `<li data-webtasks-id="${uidOf(100 + row)}">Ferry ${row} to Ålesund — 雨 &amp; fog</li>\n`;
  }
  return `${head}<body data-webtasks-id="${uidOf(2)}">${form}<ul data-webtasks-id="${uidOf(6)}">${listItems}</ul></body>`;
}

/** An observation with WebLINX artefacts, as `page/` produces it. */
export function observation(number, rows = 3, padding = 0) {
  const boxes = { [uidOf(4)]: box(8, 10.5, 300, 30), [uidOf(5)]: box(320, 10.5, 80.25, 30) };
  for (let row = 0; row < rows; row += 1) boxes[uidOf(100 + row)] = box(0, 100 + 20 * row, 1265, 20);
  return {
    url: `https://ferries.example/routes?page=${number}`,
    title: 'Fjørd “routes” 🛶',
    viewport: { width: 1280, height: 720, scrollX: 0, scrollY: 40, scrollWidth: 1265, scrollHeight: 4000 },
    candidates: [],
    elementCount: rows + 6,
    text: [],
    notices: [],
    newNotices: [],
    hiddenTexts: [],
    dialogs: [],
    dialog: null,
    pageEvents: [],
    tabs: [{ id: 7, url: 'https://ferries.example/', active: true }],
    stable: true,
    timings: { walk: 12.34, boxes: 3.21 },
    weblinx: { html: html(number, rows), boxes, screenshot: png(padding) },
  };
}

export function box(x, y, width, height) {
  return { x, y, width, height };
}

export function target(number = 5, overrides = {}) {
  return {
    uid: uidOf(number),
    tag: 'button',
    role: 'button',
    name: 'Søk',
    attributes: { type: 'submit', class: 'primary' },
    xpath: '/html/body/form/button',
    ...overrides,
  };
}

export function element(overrides = {}) {
  return {
    tagName: 'BUTTON',
    attributes: { type: 'submit', class: 'primary' },
    box: box(320, 10.5, 80.25, 30),
    textContent: 'Søk',
    innerHTML: 'Søk',
    outerHTML: '<button type="submit" class="primary">Søk</button>',
    xpath: 'id("main")/form[1]/button[1]',
    ...overrides,
  };
}

/** A text field as an action target and as an element snapshot. */
export const field = {
  target: target(4, {
    tag: 'input',
    role: 'searchbox',
    name: 'Where to',
    attributes: { type: 'search', name: 'q' },
  }),
  element: element({
    tagName: 'INPUT',
    attributes: { type: 'search', name: 'q', title: 'say "hi"' },
    box: box(8, 10.5, 300, 30),
    textContent: '',
    innerHTML: '',
    outerHTML: '<input type="search" name="q" title="a > b">',
  }),
};

export const settle = { reason: 'quiet', ms: 21 };

export function done(...effects) {
  return { status: 'done', effects, settle };
}

export const header = {
  id: 'abcdefg',
  name: 'ferry-search',
  description: 'Find the ferry to Ålesund.',
  startedAt: 1_767_225_600_000,
  navigator: 'direct',
  ranker: 'lexical',
  url: 'https://ferries.example/',
  parley: '0.1.0',
  browser: 'Chromium 140',
};
