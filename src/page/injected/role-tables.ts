/** Tables of ARIA roles and of the implicit roles of tags and input types. */

export const EXPLICIT_ROLES = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader ' +
    'combobox comment complementary contentinfo definition deletion dialog document emphasis feed figure form ' +
    'generic grid gridcell group heading img insertion link list listbox listitem log main mark marquee math ' +
    'menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph ' +
    'progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider ' +
    'spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox ' +
    'time timer toolbar tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol ' +
    'doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry ' +
    'doc-bibliography doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits ' +
    'doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote ' +
    'doc-foreword doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak ' +
    'doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna ' +
    'doc-subtitle doc-tip doc-toc'
  ).split(' '),
);
export const ROLE_ALIASES = new Map(
  Object.entries({ image: 'img', presentation: 'none', directory: 'list' }),
);

export const INPUT_ROLES = new Map(
  Object.entries({
    button: 'button',
    submit: 'button',
    reset: 'button',
    image: 'button',
    file: 'button',
    color: 'button',
    checkbox: 'checkbox',
    radio: 'radio',
    range: 'slider',
    number: 'spinbutton',
    search: 'searchbox',
  }),
);
/** Input types that a `list` attribute does not turn into comboboxes. */
export const NON_COMBOBOX_TYPES = new Set([...INPUT_ROLES.keys(), 'password', 'hidden']);
NON_COMBOBOX_TYPES.delete('search');
NON_COMBOBOX_TYPES.delete('number');

export const TAG_ROLES = new Map(
  Object.entries({
    button: 'button',
    textarea: 'textbox',
    option: 'option',
    optgroup: 'group',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    nav: 'navigation',
    main: 'main',
    form: 'form',
    search: 'search',
    dialog: 'dialog',
    article: 'article',
    table: 'table',
    caption: 'caption',
    ul: 'list',
    ol: 'list',
    menu: 'list',
    dt: 'term',
    dfn: 'term',
    dd: 'definition',
    p: 'paragraph',
    hr: 'separator',
    address: 'group',
    fieldset: 'group',
    details: 'group',
    hgroup: 'group',
    figure: 'figure',
    output: 'status',
    progress: 'progressbar',
    meter: 'meter',
    iframe: 'iframe',
    blockquote: 'blockquote',
    code: 'code',
    del: 'deletion',
    s: 'deletion',
    em: 'emphasis',
    ins: 'insertion',
    mark: 'mark',
    math: 'math',
    strong: 'strong',
    sub: 'subscript',
    sup: 'superscript',
    time: 'time',
    // Scripts draw the content of a canvas, so it has no elements.
    canvas: 'img',
    rect: 'graphics-symbol',
    circle: 'graphics-symbol',
    ellipse: 'graphics-symbol',
    line: 'graphics-symbol',
    path: 'graphics-symbol',
    polygon: 'graphics-symbol',
    polyline: 'graphics-symbol',
  }),
);
export const SECTIONING_TAGS = new Set(['article', 'aside', 'main', 'nav', 'section']);
export const SECTIONING_ROLES = new Set(['article', 'complementary', 'main', 'navigation']);
export const NESTED_SECTIONING_TAGS = new Set(['article', 'aside', 'nav', 'section']);
/** Global ARIA attributes. An element that has one of them keeps its role despite `role="none"`. */
export const GLOBAL_ARIA_ATTRIBUTES = [
  'aria-label',
  'aria-labelledby',
  'aria-describedby',
  'aria-description',
  'aria-live',
  'aria-atomic',
  'aria-busy',
  'aria-controls',
  'aria-current',
  'aria-details',
  'aria-flowto',
  'aria-keyshortcuts',
  'aria-owns',
  'aria-relevant',
  'aria-roledescription',
];

/** Roles of interactive elements. */
export const INTERACTIVE_ROLES = new Set([
  'button',
  'link',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'checkbox',
  'radio',
  'option',
  'combobox',
  'textbox',
  'searchbox',
  'spinbutton',
  'slider',
  'switch',
  'treeitem',
  'listbox',
]);
