/** Data: the HTML 4 rules of libxml2 (measured on 2.14). They differ from the rules of HTML5. */

const splitWords = (text: string): string[] => text.split(' ');

/** Elements without content. `source`, `track`, `wbr` and `embed` are not void here: they contain what follows. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  splitWords('area base basefont br col frame hr img input isindex link meta param'),
);

/** How the content of an element is tokenised. */
export type ContentMode = 'markup' | 'rcdata' | 'rawtext' | 'script' | 'plaintext';

export const CONTENT_MODE: ReadonlyMap<string, ContentMode> = new Map<string, ContentMode>([
  ['title', 'rcdata'],
  ['textarea', 'rcdata'],
  ['iframe', 'rawtext'],
  ['noembed', 'rawtext'],
  ['noframes', 'rawtext'],
  ['style', 'rawtext'],
  ['xmp', 'rawtext'],
  ['script', 'script'],
  ['plaintext', 'plaintext'],
]);

/** Start tags that imply a `head`. */
export const HEAD_CONTENT: ReadonlySet<string> = new Set(splitWords('script style meta link title base'));

/** Start tags that do not imply a `body`. */
export const FRAME_CONTENT: ReadonlySet<string> = new Set(splitWords('noframes frame frameset'));

/** Attributes whose value is their name when they are written without a value. */
export const BOOLEAN_ATTRIBUTES: ReadonlySet<string> = new Set(
  splitWords(
    'checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly selected',
  ),
);

const PRE_CLOSERS = 'dd dl dt fieldset form li table ul';
const HEADING_CLOSERS = 'fieldset form li p table';

/** Maps an open element to the start tags that close it while it is the innermost one. */
const CLOSED_BY: Readonly<Record<string, string>> = {
  a: 'a fieldset table td th',
  address: 'dd dl dt form li ul',
  b: 'center p td th',
  big: 'p',
  caption: 'col colgroup tbody tfoot thead tr',
  col: 'col colgroup tbody tfoot thead tr',
  colgroup: 'colgroup tbody tfoot thead tr',
  dd: 'dt',
  dir: 'dd dl dt form ul',
  dl: 'form li',
  dt: 'dd dl',
  font: 'center td th',
  form: 'form',
  h1: HEADING_CLOSERS,
  h2: HEADING_CLOSERS,
  h3: HEADING_CLOSERS,
  h4: HEADING_CLOSERS,
  h5: HEADING_CLOSERS,
  h6: HEADING_CLOSERS,
  head:
    'a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir div dl dt em fieldset ' +
    'font form frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li listing map menu ol p pre q s samp small ' +
    'span strike strong sub sup table tt u ul var xmp',
  hr: 'form',
  i: 'center p td th',
  legend: 'fieldset',
  li: 'li',
  link: 'body frameset',
  listing: PRE_CLOSERS,
  menu: 'dd dl dt form ul',
  ol: 'form',
  option: 'optgroup option',
  p:
    'address blockquote body caption center col colgroup dd dir div dl dt fieldset form frameset h1 h2 h3 h4 ' +
    'h5 h6 head hr li listing menu ol p pre table tbody td tfoot th title tr ul xmp',
  pre: PRE_CLOSERS,
  s: 'p',
  script: 'noscript',
  small: 'p',
  span: 'td th',
  strike: 'p',
  style: 'body frameset',
  tbody: 'tbody tfoot',
  td: 'tbody td tfoot th tr',
  tfoot: 'tbody',
  th: 'tbody td tfoot th tr',
  thead: 'tbody tfoot',
  title: 'body frameset',
  tr: 'tbody tfoot tr',
  tt: 'p',
  u: 'p td th',
  ul: 'address form menu pre',
  xmp: PRE_CLOSERS,
};

const CLOSERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(CLOSED_BY).map(([open, closers]) => [open, new Set(splitWords(closers))]),
);

export function closesElement(startTag: string, openTag: string): boolean {
  return CLOSERS.get(openTag)?.has(startTag) === true;
}

const END_PRIORITY: ReadonlyMap<string, number> = new Map([
  ['div', 150],
  ['td', 160],
  ['th', 160],
  ['tr', 170],
  ['thead', 180],
  ['tbody', 180],
  ['tfoot', 180],
  ['table', 190],
  ['head', 200],
  ['body', 200],
  ['html', 220],
]);

/** Priority of an end tag: it never closes an open element of higher priority to reach its own element. */
export function getEndPriority(tag: string): number {
  return END_PRIORITY.get(tag) ?? 100;
}

/** `lxml.html` wraps a fragment that contains one of these in a `div`, any other in a `span`. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  splitWords(
    'address blockquote center del div h1 h2 h3 h4 h5 h6 hr ins isindex noscript p pre ' +
      'dir dl dt dd li menu ol ul table caption colgroup col thead tfoot tbody tr td th ' +
      'fieldset form legend optgroup option',
  ),
);
