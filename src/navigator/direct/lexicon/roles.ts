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

/** Nouns for a kind of thing that its name rarely contains: "the vec module", "the Path documentation". */
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

/** Texts that people write and read. Their titles rarely say what kind they are. */
export const WRITTEN_THINGS: readonly string[] = [
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

/** ARIA roles and tags of each kind. `soft` ones fit only in everyday speech. */
export const ROLE_FITS: Readonly<Record<RoleWord, { roles: readonly string[]; soft: readonly string[] }>> = {
  button: {
    roles: ['button'],
    soft: [
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
  link: { roles: ['link'], soft: ['button', 'menuitem', 'tab', 'treeitem'] },
  search: { roles: ['searchbox'], soft: ['textbox', 'combobox'] },
  field: {
    roles: ['textbox', 'searchbox', 'spinbutton', 'combobox', 'date', 'time'],
    soft: ['checkbox', 'slider', 'listbox'],
  },
  checkbox: { roles: ['checkbox', 'menuitemcheckbox'], soft: ['switch', 'radio'] },
  switch: { roles: ['switch', 'checkbox'], soft: ['button', 'menuitemcheckbox'] },
  radio: { roles: ['radio', 'menuitemradio'], soft: ['option', 'button', 'tab'] },
  select: { roles: ['combobox', 'listbox'], soft: ['button', 'textbox', 'searchbox', 'link', 'menuitem'] },
  option: {
    roles: ['option', 'radio', 'menuitem', 'menuitemradio'],
    soft: ['checkbox', 'button', 'link', 'tab', 'treeitem'],
  },
  tab: { roles: ['tab'], soft: ['link', 'button', 'menuitem', 'radio'] },
  menu: {
    roles: ['button', 'menuitem'],
    soft: ['link', 'combobox', 'summary', 'disclosuretriangle', 'tab', 'treeitem'],
  },
  menuitem: {
    roles: ['menuitem', 'link', 'menuitemcheckbox', 'menuitemradio'],
    soft: ['button', 'option', 'treeitem', 'tab'],
  },
  icon: { roles: ['button', 'link'], soft: ['img', 'image', 'menuitem', 'tab', 'generic'] },
  image: { roles: ['img', 'image'], soft: ['link', 'button', 'figure'] },
  heading: { roles: ['heading'], soft: ['link', 'button'] },
  section: {
    roles: ['button', 'summary', 'disclosuretriangle', 'heading', 'region'],
    soft: ['link', 'tab', 'treeitem'],
  },
  page: { roles: ['link'], soft: ['button', 'menuitem', 'tab', 'treeitem'] },
  row: { roles: ['row', 'link'], soft: ['listitem', 'button', 'cell', 'gridcell'] },
  result: { roles: ['link'], soft: ['button', 'listitem', 'option', 'article'] },
  article: { roles: ['link', 'article'], soft: ['button', 'listitem'] },
  item: {
    roles: ['link', 'button', 'listitem', 'menuitem', 'option', 'treeitem'],
    soft: ['checkbox', 'radio', 'tab'],
  },
  card: { roles: ['link', 'article', 'button'], soft: ['listitem', 'generic'] },
  product: { roles: ['link', 'article'], soft: ['button', 'listitem'] },
  event: { roles: ['button', 'link'], soft: ['listitem', 'gridcell', 'generic'] },
  dialog: { roles: ['dialog', 'alertdialog', 'alert', 'status'], soft: ['button', 'link'] },
  slider: { roles: ['slider'], soft: ['spinbutton'] },
  date: { roles: ['textbox', 'combobox', 'date', 'generic', 'spinbutton'], soft: ['button'] },
  time: { roles: ['textbox', 'combobox', 'time', 'generic', 'spinbutton'], soft: ['button'] },
  file: { roles: ['button'], soft: ['textbox'] },
};

/** Kinds of repeated content, which ordinals count ("the second result"). */
export const LIST_KINDS: ReadonlySet<RoleWord> = new Set([
  'result',
  'article',
  'item',
  'card',
  'product',
  'event',
  'row',
]);
