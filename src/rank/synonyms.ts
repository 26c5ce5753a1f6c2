/** Synonyms in user interfaces: a query word also matches the other words of its group, with less weight. */
import { RELATED_WORDS } from '../text/index.js';
import { splitIntoWords } from './words.js';

const GROUPS = RELATED_WORDS.map((group) => [...new Set(splitIntoWords(group.join(' ')))]);

const synonymsByWord = new Map<string, Set<string>>();
for (const group of GROUPS)
  for (const word of group) {
    const wordSynonyms = synonymsByWord.get(word) ?? new Set();
    for (const other of group) if (other !== word) wordSynonyms.add(other);
    synonymsByWord.set(word, wordSynonyms);
  }

export function getSynonyms(word: string): ReadonlySet<string> {
  return synonymsByWord.get(word) ?? new Set();
}

/** Icons and symbols in everyday words, with the usual names of their controls. */
const ICONS: [RegExp, string][] = [
  [
    /\bthree (?:vertical |horizontal |little )?(?:dots|points)\b|\bellipsis\b|\bkebab\b|⋮|…/,
    'more menu option action overflow',
  ],
  [/\bthree (?:horizontal )?(?:lines|bars|stripes)\b|☰/, 'menu navigation sidebar'],
  [
    /\b(?:left(?:ward)?s? arrow|arrow (?:pointing )?(?:to the )?left|back arrow)\b|←|‹|◀/,
    'previous prev back left',
  ],
  [
    /\b(?:right(?:ward)?s? arrow|arrow (?:pointing )?(?:to the )?right|forward arrow)\b|→|›|▶/,
    'next forward right',
  ],
  [/\b(?:up arrow|arrow (?:pointing )?up)\b|↑|▲/, 'up top increase'],
  [/\b(?:down arrow|arrow (?:pointing )?down)\b|↓|▼/, 'down bottom decrease expand'],
  [
    /(?:^|\b(?:the|an?|little|small|click|on|press) )(?:x|cross)\b|[✕✖×]/,
    'close remove delete clear dismiss cancel',
  ],
  [/\b(?:pencil|pen)\b|✎|✏/, 'edit rename change'],
  [/\b(?:trash|bin|waste ?basket|garbage|dust ?bin)(?: can)?\b|🗑/, 'delete remove discard trash'],
  [/\b(?:gear|cog|cogwheel)\b|⚙/, 'setting preference option'],
  [/\b(?:magnif\w+(?: glass)?|looking glass|loupe)\b|🔍|🔎/, 'search find zoom'],
  [/\b(?:envelope|letter)\b|✉/, 'mail email message unread inbox'],
  [/\bthumbs? up\b|👍/, 'like upvote yes helpful useful'],
  [/\bthumbs? down\b|👎/, 'dislike downvote no'],
  [/\bplus(?: sign)?\b|^\+$|➕/, 'add new create increase more'],
  [/\bminus(?: sign)?\b|^[-−–]$|➖/, 'remove decrease less fewer'],
  [/\bbell\b|🔔/, 'notification alert'],
  [/\bheart\b|♥|❤/, 'like favourite favorite wishlist save'],
  [/\bstar\b|★|☆/, 'favourite favorite starred bookmark'],
  [/\b(?:floppy|disk|diskette)\b|💾/, 'save'],
  [/\b(?:cart|trolley|basket|shopping bag)\b|🛒/, 'cart basket bag checkout'],
  [/\b(?:house)\b|🏠/, 'home start'],
  [/\b(?:funnel)\b/, 'filter refine'],
  [/\b(?:globe)\b|🌐/, 'language website region'],
  [/\b(?:padlock|lock)\b|🔒/, 'lock security private password'],
  [/\b(?:paper ?clip)\b|📎/, 'attach attachment file'],
  [/\b(?:printer)\b|🖨/, 'print'],
  [/\b(?:camera)\b|📷/, 'photo picture image camera'],
  [/\b(?:microphone|mic)\b|🎤/, 'voice speak microphone mute'],
  [/\b(?:speaker|loudspeaker)\b|🔊/, 'sound volume mute'],
  [/\b(?:eye)\b|👁/, 'show view visible watch password'],
  [/\b(?:moon|sun)\b|☾|☀/, 'theme dark light mode'],
  [/\b(?:question mark)\b|^\?$/, 'help'],
  [/\b(?:circular|round|curved) arrows?\b|↻|⟳/, 'refresh reload retry'],
  [/\b(?:silhouette|head and shoulders)\b|👤/, 'account profile user'],
];

/** Finds the usual control names of the icons that a query mentions. */
export function findIconNames(query: string): string[] {
  const text = query.toLowerCase();
  return ICONS.filter(([pattern]) => pattern.test(text)).flatMap(([, names]) => splitIntoWords(names));
}

/** Creates a test for text that is only the symbol that the query mentions; null if it mentions none. */
export function createSymbolTest(query: string): ((text: string) => boolean) | null {
  const text = query.toLowerCase();
  const mentionedIcons = ICONS.filter(([pattern]) => pattern.test(text));
  if (mentionedIcons.length === 0) return null;
  return (sign) =>
    sign.length > 0 &&
    sign.length <= 2 &&
    mentionedIcons.some(([pattern]) => pattern.test(sign.toLowerCase()));
}

const ENDINGS = ['ed', 'd', 'ing', 'er', 'ment', 'ion', 'al', 'ly', 'y'];

/** Derives other possible forms of a word. Most of them are not words and match nothing. */
export function deriveForms(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  const lastLetter = word.at(-1)!;
  const stems = [word, word + lastLetter, ...(lastLetter === 'e' ? [word.slice(0, -1)] : [])];
  const longerForms = stems.flatMap((stem) => ENDINGS.map((ending) => stem + ending));
  const shorterForms = ENDINGS.filter(
    (ending) => word.endsWith(ending) && word.length - ending.length >= 3,
  ).flatMap((ending) => {
    const base = word.slice(0, -ending.length);
    return [base, `${base}e`, ...(base.at(-1) === base.at(-2) ? [base.slice(0, -1)] : [])];
  });
  return [...longerForms, ...shorterForms];
}
