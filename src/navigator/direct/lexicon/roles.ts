/** Data: what instructors call kinds of elements, and the ARIA roles and tags that fit them. */
export type RoleWord =
  | 'button'
  | 'link'
  | 'field'
  | 'search'
  | 'checkbox'
  | 'switch'
  | 'radio'
  | 'select'
  | 'option'
  | 'tab'
  | 'menu'
  | 'menuitem'
  | 'icon'
  | 'image'
  | 'heading'
  | 'section'
  | 'page'
  | 'row'
  | 'result'
  | 'article'
  | 'item'
  | 'card'
  | 'product'
  | 'event'
  | 'dialog'
  | 'slider'
  | 'date'
  | 'time'
  | 'file';

/** Words for each kind, longest first. A phrase without them is the name. */
export const ROLE_WORDS: readonly (readonly [RoleWord, readonly string[]])[] = [
  ['button', ['push button', 'submit button', 'button', 'buttons', 'btn']],
  ['link', ['hyperlink', 'link', 'links', 'anchor']],
  ['search', ['search bar', 'search box', 'search field', 'search input', 'searchbar', 'searchbox']],
  ['checkbox', ['checkbox', 'check box', 'tick box', 'tickbox', 'checkboxes', 'check boxes']],
  ['switch', ['toggle switch', 'switch', 'toggle']],
  ['radio', ['radio button', 'radio buttons', 'radio']],
  [
    'select',
    [
      'select box',
      'select menu',
      'dropdown list',
      'dropdown menu',
      'drop-down menu',
      'dropdown',
      'drop-down',
      'drop down',
      'select list',
      'scroll list',
      'scrolling list',
      'selection list',
      'pick list',
      'list box',
      'combo box',
      'combobox',
      'listbox',
      'picker',
      'selector',
    ],
  ],
  ['slider', ['slider', 'range']],
  ['date', ['date', 'date field', 'date picker', 'date input', 'datepicker']],
  ['time', ['time', 'time field', 'time picker', 'time input', 'timepicker']],
  ['file', ['file field', 'file input', 'file upload']],
  [
    'field',
    [
      'text field',
      'text fields',
      'text box',
      'text boxes',
      'input textbox',
      'textboxes',
      'textbox',
      'input field',
      'text input',
      'text area',
      'textarea',
      'input box',
      'entry field',
      'form field',
      'field',
      'fields',
      'input',
      'inputs',
      'box',
      'boxes',
      'area',
      'blank',
      'textfield',
      'bar',
    ],
  ],
  ['menuitem', ['menu item', 'menu entry', 'menu option', 'menu link']],
  ['option', ['option', 'options', 'choice']],
  ['tab', ['tab', 'tabs', 'tab panel']],
  ['menu', ['hamburger menu', 'side menu', 'menu', 'submenu', 'navigation menu']],
  ['icon', ['icon', 'icons', 'symbol']],
  ['image', ['image', 'images', 'picture', 'photo', 'thumbnail', 'logo']],
  ['heading', ['heading', 'headings', 'headline', 'title']],
  ['section', ['section', 'accordion', 'panel', 'disclosure', 'chapter', 'part', 'group']],
  ['page', ['web page', 'webpage', 'page', 'pages', 'screen', 'view', 'website', 'site']],
  ['row', ['table row', 'row', 'rows', 'line']],
  ['result', ['search result', 'search results', 'result', 'results', 'hit', 'match']],
  [
    'article',
    ['article', 'articles', 'post', 'posts', 'story', 'blog post', 'entry', 'entries', 'news item'],
  ],
  ['product', ['product', 'products']],
  ['event', ['event', 'events', 'appointment']],
  [
    'item',
    [
      'list item',
      'item',
      'items',
      'element',
      'thing',
      'one',
      'table',
      'database',
      'category',
      'collection',
      'folder',
      'directory',
      'module',
      'function',
      'method',
      'class',
      'package',
      'library',
      'project',
      'repository',
      'documentation',
    ],
  ],
  ['card', ['card', 'cards', 'tile']],
  [
    'dialog',
    [
      'dialog box',
      'dialog',
      'dialogue',
      'modal',
      'popup',
      'pop-up',
      'pop up',
      'window',
      'overlay',
      'message',
      'notification',
      'alert',
      'banner',
      'toast',
    ],
  ],
];

/** Nouns for a kind that an element's name rarely contains: "the vec module", "the Path documentation". */
export const GENERIC_NOUNS: readonly string[] = [
  'module',
  'modules',
  'topic',
  'category',
  'function',
  'class',
  'method',
  'package',
  'documentation',
  'docs',
  'guide',
  'tutorial',
  'manual',
  'article',
  'folder',
  'file',
  'document',
  'settings',
  'setting',
  'feature',
  'command',
  'component',
  'library',
  'element',
  'widget',
  'info',
  'information',
  'details',
  'project',
  'plan',
  'subsection',
  'mode',
  'page',
  'menu',
  'list',
  'toggle',
  'website',
  'portal',
  'overview',
  'report',
  'screen',
  'filter',
];

/** Kinds of writing. Their titles rarely contain their kind. */
export const WRITTEN_ITEMS: readonly string[] = [
  'mail',
  'e-mail',
  'email',
  'letter',
  'message',
  'conversation',
  'thread',
  'note',
  'post',
  'article',
  'ticket',
  'topic',
  'entry',
  'appointment',
];

/** ARIA roles and tags of each kind. `colloquial` ones fit only in everyday speech. */
export const ROLE_FITS: Readonly<
  Record<RoleWord, { roles: readonly string[]; colloquial: readonly string[] }>
> = {
  button: {
    roles: ['button'],
    colloquial: [
      'link',
      'menuitem',
      'tab',
      'switch',
      'combobox',
      'summary',
      'disclosuretriangle',
      'radio',
      'option',
    ],
  },
  link: { roles: ['link'], colloquial: ['button', 'menuitem', 'tab', 'treeitem'] },
  search: { roles: ['searchbox'], colloquial: ['textbox', 'combobox'] },
  field: {
    roles: ['textbox', 'searchbox', 'spinbutton', 'combobox', 'date', 'time'],
    colloquial: ['checkbox', 'slider', 'listbox'],
  },
  checkbox: { roles: ['checkbox', 'menuitemcheckbox'], colloquial: ['switch', 'radio'] },
  switch: { roles: ['switch', 'checkbox'], colloquial: ['button', 'menuitemcheckbox'] },
  radio: { roles: ['radio', 'menuitemradio'], colloquial: ['option', 'button', 'tab'] },
  select: {
    roles: ['combobox', 'listbox'],
    colloquial: ['button', 'textbox', 'searchbox', 'link', 'menuitem'],
  },
  option: {
    roles: ['option', 'radio', 'menuitem', 'menuitemradio'],
    colloquial: ['checkbox', 'button', 'link', 'tab', 'treeitem'],
  },
  tab: { roles: ['tab'], colloquial: ['link', 'button', 'menuitem', 'radio'] },
  menu: {
    roles: ['button', 'menuitem'],
    colloquial: ['link', 'combobox', 'summary', 'disclosuretriangle', 'tab', 'treeitem'],
  },
  menuitem: {
    roles: ['menuitem', 'link', 'menuitemcheckbox', 'menuitemradio'],
    colloquial: ['button', 'option', 'treeitem', 'tab'],
  },
  icon: { roles: ['button', 'link'], colloquial: ['img', 'image', 'menuitem', 'tab', 'generic'] },
  image: { roles: ['img', 'image'], colloquial: ['link', 'button', 'figure'] },
  heading: { roles: ['heading'], colloquial: ['link', 'button'] },
  section: {
    roles: ['button', 'summary', 'disclosuretriangle', 'heading', 'region'],
    colloquial: ['link', 'tab', 'treeitem'],
  },
  page: { roles: ['link'], colloquial: ['button', 'menuitem', 'tab', 'treeitem'] },
  row: { roles: ['row', 'link'], colloquial: ['listitem', 'button', 'cell', 'gridcell'] },
  result: { roles: ['link'], colloquial: ['button', 'listitem', 'option', 'article'] },
  article: { roles: ['link', 'article'], colloquial: ['button', 'listitem'] },
  item: {
    roles: ['link', 'button', 'listitem', 'menuitem', 'option', 'treeitem'],
    colloquial: ['checkbox', 'radio', 'tab'],
  },
  card: { roles: ['link', 'article', 'button'], colloquial: ['listitem', 'generic'] },
  product: { roles: ['link', 'article'], colloquial: ['button', 'listitem'] },
  event: { roles: ['button', 'link'], colloquial: ['listitem', 'gridcell', 'generic'] },
  dialog: { roles: ['dialog', 'alertdialog', 'alert', 'status'], colloquial: ['button', 'link'] },
  slider: { roles: ['slider'], colloquial: ['spinbutton'] },
  date: { roles: ['textbox', 'combobox', 'date', 'generic', 'spinbutton'], colloquial: ['button'] },
  time: { roles: ['textbox', 'combobox', 'time', 'generic', 'spinbutton'], colloquial: ['button'] },
  file: { roles: ['button'], colloquial: ['textbox'] },
};

/** Kinds of repeated content that ordinals count: "the second result". */
export const LIST_KINDS: ReadonlySet<RoleWord> = new Set([
  'result',
  'article',
  'item',
  'card',
  'product',
  'event',
  'row',
]);
