/** Data: question words that do not name the subject, and measures with the words that pages use for them. */
export const QUESTION_NOISE: ReadonlySet<string> = new Set(
  (
    'about what who when where which why how whose whom much many tell me say says said know find please give read show according page site here there currently now exactly listed shown mentioned ' +
    'they them she he him value values does do did is are was were been being get got have has had can could would should will its their any anything something long called named'
  ).split(' '),
);

/** Question words with the measure words of their answers. The first measure word stands for the others. */
export const MEASURE_WORDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bhow (?:tall|high)\b/u, ['height', 'tall', 'high', 'elevation']],
  [/\bhow long\b/u, ['length', 'long', 'duration', 'time']],
  [/\bhow often\b/u, ['frequency', 'often', 'interval', 'every']],
  [/\bmade (?:of|from)\b/u, ['material', 'made', 'fabric']],
  [/\bhow (?:big|large)\b/u, ['area', 'size', 'big', 'large']],
  [/\bhow (?:heavy)\b|\bweigh\b/u, ['weight', 'heavy', 'mass', 'weighs']],
  [/\bhow deep\b/u, ['depth', 'deep']],
  [/\bhow wide\b/u, ['width', 'wide']],
  [/\bhow far\b/u, ['distance', 'far']],
  [/\bhow old\b/u, ['age', 'old', 'born', 'founded']],
  [/\bhow many (?:people|inhabitants|residents)\b/u, ['population', 'people', 'inhabitants', 'residents']],
  [/\bhow much\b.*\b(?:spen[dt]|pay)\b/u, ['total', 'spend', 'spent', 'pay', 'amount', 'price', 'cost']],
  [/\bhow much\b|\b(?:price|cost|costs)\b/u, ['price', 'cost', 'costs', 'total', 'fee']],
  [
    /\b(?:runs?|ran) out\b|\bvalid (?:un)?til\b/u,
    [
      'expiry',
      'expires',
      'expire',
      'expired',
      'expiration',
      'valid',
      'until',
      'runs',
      'run',
      'ran',
      'out',
      'ends',
    ],
  ],
  [/^what happened (?:to|with)\b/u, ['status', 'state', 'outcome', 'result']],
  [/^when .* (?:placed|submitted|raised)$/u, ['date', 'placed', 'submitted', 'raised']],
  [
    /\bfounded\b|\bestablished\b|\bstarted\b/u,
    ['founded', 'established', 'founding', 'opened', 'started', 'inception', 'formed', 'created'],
  ],
  [
    /\b(?:end|ended|abolished|closed?)\b/u,
    ['end', 'ended', 'abolished', 'closed', 'ceased', 'discontinued', 'finished', 'ends', 'deadline'],
  ],
  [/^what (?:is|are|was|were) .+ (?:called|named)$/u, ['name', 'title']],
  [/\bborn\b/u, ['born', 'birth', 'birthday']],
  [/\b(?:die|died)\b/u, ['died', 'death', 'die']],
  [/\b(?:wrote|written|author)\b/u, ['author', 'written', 'wrote', 'writer']],
  [/\b(?:invented|invent|inventor)\b/u, ['invented', 'inventor', 'invention']],
  [/\b(?:built|build|constructed)\b/u, ['built', 'construction', 'constructed', 'completed', 'erected']],
  [/\b(?:designed|architect)\b/u, ['designed', 'architect', 'designer']],
  [/\b(?:located|situated)\b|^where is\b/u, ['location', 'located', 'situated', 'lies', 'in']],
];

/** Headers of columns that name their rows. */
export const NAME_COLUMNS: ReadonlySet<string> = new Set([
  'name',
  'full name',
  'display name',
  'user name',
  'username',
  'title',
  'subject',
  'label',
]);

/** Words in the headers of columns that say how something was done, and so do not name their rows. */
export const NON_NAMING_HEADERS: readonly string[] = ['method', 'card', 'status', 'state', 'via', 'paid'];

/** Headers of columns with people. */
export const PERSON_COLUMNS: ReadonlySet<string> = new Set(
  'name, full name, display name, user name, username, person, user, customer, client, member, employee, player, author, owner, contact, guest'.split(
    ', ',
  ),
);

/** Text that states a rating: “★ 4”, “4.5 out of 5”, “8.7 (412 reviews)”. */
export const RATING =
  /^★ ?\d|\d ?★$|^\d(?:\.\d+)? ?(?:\/|out of) ?(?:5|10)\b|^\d{1,2}(?:\.\d+)? ?\(\d[\d,.]* (?:reviews?|ratings?)\)$/iu;

/** Measure words, with patterns for text that has a unit of this measure. */
export const MEASURED_TEXTS: readonly (readonly [words: readonly string[], pattern: RegExp])[] = [
  [['rating', 'rated', 'score'], RATING],
  [
    ['area', 'size', 'big', 'large'],
    /\d ?(?:m²|m2|sqm|ft²|sq\.? ?(?:m|ft|feet|met(?:er|re)s)|hectares?|ha|acres?)(?![\p{L}\d])/iu,
  ],
  [['weight', 'heavy', 'mass'], /\d ?(?:kg|g|lbs?|oz|tonnes?|tons?)\b/iu],
  [['distance', 'far'], /\d ?(?:km|mi|miles?)\b/iu],
];

/** Question words with the headers that they imply. */
export const COLUMN_HINTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^how much\b|\bcosts?\b/u, ['price', 'cost', 'amount', 'total', 'fee']],
  [/^where\b/u, ['city', 'town', 'country', 'place', 'location', 'address', 'venue', 'room', 'office']],
  [/^when\b|^(?:at )?what time\b/u, ['date', 'year', 'time', 'when', 'day', 'start', 'due']],
  [/^how many\b.* (?:left|remain(?:ing)?)$/u, ['stock', 'left', 'remaining']],
  [/^how many\b/u, ['quantity', 'qty', 'count', 'pieces', 'units']],
  [/^how old\b/u, ['age', 'born', 'birthday']],
  [/\b(?:reach|write to|contact|mail)\b/u, ['email', 'phone']],
];

/** Cells of yes/no columns. */
export const YES_CELL = /^(?:yes|y|true|✓|✔|☑|✅)$/iu;
export const NO_CELL = /^(?:no|n|false|✗|✘|✕|×|☐|❌|[-–—])$/iu;

/** Names of lists and pages with the nouns for their entries: an inbox has messages. */
export const ENTRY_NOUNS_BY_LIST: readonly (readonly [names: readonly string[], nouns: readonly string[]])[] =
  [
    [
      ['inbox', 'mail', 'drafts', 'sent', 'spam', 'archive', 'outbox'],
      ['mail', 'email', 'message', 'conversation', 'letter'],
    ],
    [
      ['roster', 'schedule', 'rota', 'duty', 'timetable'],
      ['shift', 'duty', 'event', 'person'],
    ],
    [
      ['calendar', 'agenda', 'schedule', 'day', 'week'],
      ['event', 'appointment', 'meeting'],
    ],
    [
      ['invoice', 'bill', 'expense'],
      ['invoice', 'bill', 'expense'],
    ],
    [
      ['people', 'member', 'user', 'contact', 'staff', 'employee', 'team'],
      ['person', 'people', 'member', 'user', 'contact', 'employee', 'colleague'],
    ],
    [
      ['shop', 'store', 'catalogue', 'stock'],
      ['product', 'article', 'item'],
    ],
  ];

/** Names of links that act on the text beside them. */
export const ACTION_LINK =
  /^(?:change|edit|remove|delete|undo|view|show|hide|manage|add|reply|share|cancel|rename|replace|details|(?:read |show |see )?more)(?: \p{L}+){0,2}$/u;

/** Nouns for what people write. */
export const POST_NOUNS: readonly string[] = [
  'comment',
  'message',
  'review',
  'post',
  'reply',
  'note',
  'answer',
];

/** Words for an entry of any list, and for the page. */
export const ENTRY_NOUNS: ReadonlySet<string> = new Set(
  'row rows entry entries item items record records result results line lines list table page one ones thing things total altogether'.split(
    ' ',
  ),
);

/** Verbs that add nothing to what a question asks for. */
export const LIGHT_VERBS: ReadonlySet<string> = new Set(
  'work works working come comes came go goes went need needs needed want use happen happens arrive arrived arrives begin begins start starts started make made take takes took place meet meets hold sit sits stand stands contain contains tell shows show see set belong belongs use speak speaks live lives sent send sends stay look looks much many left put stay now active'.split(
    ' ',
  ),
);

/** Words for a lower price than usual, and text that shows one. */
export const PRICE_CUT_WORD = /^(?:offers?|sales?|deals?|discount(?:s|ed)?|reduced|reductions?|bargains?)$/u;
export const PRICE_CUT_TEXT = /^(?:was|rrp|save|reduced) ?[$€£¥]?\d|\d ?% off\b/iu;

/** Verbs for filling in a field: "what did I put for my name?" */
export const FILL_VERBS: ReadonlySet<string> = new Set(
  'put enter entered typed write wrote fill filled give gave given choose chose chosen select selected pick picked tick ticked'.split(
    ' ',
  ),
);

/** Nouns that add nothing after a column's name: "address" in "the email address". */
export const ATTRIBUTE_NOUNS: readonly string[] = [
  'address',
  'number',
  'name',
  'date',
  'value',
  'column',
  'field',
  'detail',
];

/** Words that ask who did something, with the labels of that person. */
export const PERSON_HINTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(?:sent|send|sends|wrote|writes|written|from|by)\b/u, ['from', 'sender', 'author', 'by', 'writer']],
  [/\b(?:assigned|responsible|owns|owner)\b/u, ['assignee', 'owner', 'responsible']],
];

/** States that exclude each other. */
export const OPPOSITES: readonly (readonly [string, string])[] = [
  ['open', 'closed'],
  ['paid', 'unpaid'],
  ['active', 'inactive'],
  ['enabled', 'disabled'],
  ['public', 'private'],
  ['on', 'off'],
  ['yes', 'no'],
  ['read', 'unread'],
  ['available', 'unavailable'],
  ['online', 'offline'],
  ['approved', 'rejected'],
  ['published', 'draft'],
  ['solved', 'unsolved'],
  ['resolved', 'unresolved'],
  ['in stock', 'out of stock'],
  ['available', 'sold out'],
];

/** Labels of values that are states. */
export const STATE_LABELS: readonly string[] = ['status', 'state', 'stage', 'availability', 'resolution'];

/** Words that show that a cell without a header contains a place. */
export const PLACE_TEXT =
  /\d|\b(?:room|hall|street|st|lane|road|avenue|square|office|floor|building|house|centre|center|park|station|church|school|gym|library|caf[eé]|online)\b/iu;

/** A British, American, Canadian or Dutch postcode, or one of five digits before the name of a town. */
export const POSTCODE =
  /\b\p{Lu}{1,2}\d[\p{Lu}\d]? ?\d\p{Lu}{2}\b|\b\p{Lu}{2} \d{5}(?:-\d{4})?\b|\b\p{Lu}\d\p{Lu} ?\d\p{Lu}\d\b|\b\d{4} ?\p{Lu}{2}\b|, (?:\p{Lu}{1,2}-)?\d{5} \p{Lu}\p{Ll}/u;
