/**
 * Data: kinds of objects that irreversible actions act on, with the nouns that instructors and pages use for them. A
 * noun may belong to several kinds. `other` lists objects that can be changed without harm: a command with such an
 * object ("clear the search field") requests no irreversible action.
 */
import { stem } from '../../text/index.js';

const WORDS_BY_KIND = {
  order:
    'order purchase basket cart bag trolley checkout item product shopping stuff transaction deal groceries',
  payment: 'payment bill invoice amount total fee sum balance rent due money charge fine debt tax',
  bid: 'bid offer',
  transfer: 'transfer money fund cash',
  donation: 'donation contribution gift pledge tip',
  subscription:
    'subscription membership plan trial premium upgrade renewal contract auto-renewal autorenewal licence license',
  booking:
    'booking reservation table room seat spot ticket flight appointment slot trip stay car rental visit hotel class session tour train ride court bike cabin ferry bus taxi coach berth table viewing holiday',
  message:
    'message mail e-mail email fax letter note text sms dm line memo enquiry inquiry newsletter reply answer response',
  post: 'comment reply answer response review post tweet status update article page story feedback entry thread topic announcement listing ad job rating edit change revision version note recipe',
  form: 'form application request registration claim report survey complaint petition timesheet return assignment ticket issue submission proposal questionnaire declaration order inquiry enquiry paper homework essay offer appeal bug vote ballot position vacancy',
  /** The general word for what is sent or submitted. */
  'any form': 'form',
  invitation: 'invitation invite',
  account: 'account profile registration membership login user signup',
  password: 'password passphrase passcode pin',
  access:
    'access permission authorisation authorization right app application integration connection request role',
  trash: 'trash bin rubbish spam junk wastebasket',
  event: 'event meeting appointment date call',
  draft: 'draft',
  picture: 'photo picture image snapshot',
  video: 'video clip film movie recording',
  file: 'file document attachment',
  /** Searching is harmless, and its form resembles others. */
  search: 'search filter query keyword lookup',
  other:
    'search filter cookie result list page tab link number address field code menu setting language view column row query term keyword dropdown selection sort banner popup pop-up window notification zip postcode id username name phone history box question tag label option date day month year attention price character letter word sentence paragraph',
} as const;

export type ObjectKind = keyof typeof WORDS_BY_KIND;

const KINDS_BY_STEM = new Map<string, Set<ObjectKind>>();
for (const [kind, words] of Object.entries(WORDS_BY_KIND) as [ObjectKind, string][])
  for (const word of words.split(' ')) {
    const key = stem(word);
    KINDS_BY_STEM.set(key, (KINDS_BY_STEM.get(key) ?? new Set()).add(kind));
  }

/**
 * Stems of nouns for any object of their kind. Other nouns are for a subtype, which the page must show: "timesheet".
 */
const GENERAL_STEMS = new Set(
  'order purchase basket cart bag trolley checkout item product shopping stuff transaction deal payment bill invoice amount total fee sum balance money charge bid offer transfer fund cash donation contribution gift pledge subscription membership plan booking reservation seat spot slot trip stay message mail e-mail email note text line post comment reply answer response entry form application request registration submission return report invitation invite account profile login user password passphrase passcode pin access permission authorisation authorization right app integration connection role trash bin rubbish event meeting appointment date call draft photo picture image video clip film movie recording file document attachment'
    .split(' ')
    .map(stem),
);

/** Whether the folded word means any object of its kind. */
export const isGeneralWord = (word: string): boolean => GENERAL_STEMS.has(stem(word));

const NO_KINDS: ReadonlySet<ObjectKind> = new Set();

/** @param word folded */
export const getObjectKinds = (word: string): ReadonlySet<ObjectKind> =>
  // The stem of "booking" is "book", but a book is not a booking.
  /^books?$/u.test(word) ? NO_KINDS : (KINDS_BY_STEM.get(stem(word)) ?? NO_KINDS);

/**
 * Groups of mutually exclusive nouns: a page is about one noun of a group. General nouns such as "booking" and "trip"
 * are in no group.
 */
export const EXCLUSIVE_WORDS: readonly (readonly string[])[] = [
  'table flight hotel car train appointment course court cabin ferry bus taxi concert'.split(' '),
  'rent fine tax electricity water gas phone internet'.split(' '),
  'essay report thesis homework application claim complaint petition survey timesheet comment reply review invitation release episode newsletter article recipe ad invoice contract chapter rsvp quote vote question issue fax photo video'.split(
    ' ',
  ),
];

const PROFESSIONS =
  'accountant agent architect babysitter baker barber builder carpenter chef cleaner coach electrician florist gardener hairdresser lawyer lecturer librarian mechanic nurse painter pharmacist photographer plumber principal professor secretary therapist trainer translator vet'.split(
    ' ',
  );

const PEOPLE_WORDS =
  'him|her|them|everyone|everybody|all|team|boss|seller|owner|host|support|customer|client|manager|landlord|doctor|teacher|participants?|members?|group|colleagues?|friends?|family|mum|mom|dad|mother|father|parent|son|daughter|grandma|grandpa|child|children|kids?|brother|sister|wife|husband|author|user|recruiter|office|company|shop|store|guest|others?|people|persons?|folks|guys|neighbours?|neighbors?|attendees?|list|someone|organi[sz]ers?|admin|committee|board|council|staff|crew|class|students?|parents?|community|bank|users?';

/** People as objects: "reply to the seller". Names are recognised by their capital letter. */
export const PERSON_WORD = new RegExp(`^(?:${PEOPLE_WORDS}|(?:${PROFESSIONS.join('|')})s?)$`, 'u');

/** Roles of people; the words of a group mean the same role. */
export const ROLE_SYNONYMS: readonly (readonly string[])[] = [
  ['seller', 'owner', 'shop', 'store', 'vendor'],
  ['buyer', 'customer', 'client'],
  ['host', 'hostess'],
  ['guest'],
  ['landlord', 'landlady'],
  ['tenant'],
  ['neighbour', 'neighbor'],
  ['boss', 'manager'],
  ['teacher', 'tutor'],
  ['doctor', 'dentist'],
  ['recruiter', 'employer'],
  ['courier', 'driver'],
  ['author', 'writer'],
  ...PROFESSIONS.map((profession) => [profession]),
];

/** Places that objects are moved to: "send the mails to the junk folder" sends nothing. */
export const MOVE_DESTINATION =
  /^(?:folder|archive|trash|bin|junk|spam|basket|cart|tab|printer|clipboard|queue|top|bottom|end|calendar|desktop|background|front|back)$/u;

/** Places that only collect objects: "add it to the comparison table". */
export const COLLECTION_NOUN =
  /^(?:table|list|comparison|wishlist|favou?rites|watchlist|shortlist|bookmarks|collection|order|selection)$/u;

/** Adjectives and adverbs that do not identify an object, or that the page cannot show. */
export const UNSPECIFIC_WORD =
  /^(?:first|second|third|fourth|fifth|last|next|latest|newest|oldest|old|new|current|whole|entire|complete|full|final|cheapest|best|nearest|earliest|biggest|largest|smallest|same|larger|bigger|smaller|cheaper|earlier|later|newer|older|faster|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|only|own|other|remaining|selected|open|opened|above|here|now|today|please|right|away|off|forever|permanently|completely|immediately|anyway|again|too|also|then|just|really|already|stupid|silly|damn|bloody|little|short|quick|nice|brief|polite|online|once|straight|well|thing|things|lot|rest|pm|am|o'clock|morning|afternoon|evening|noon|midnight|yesterday|pls|plz|asap|quid|euros?|eur|usd|dollars?|pounds?|bucks|gbp|\d[\d:.,]*(?:st|nd|rd|th|am|pm|h)?|and|or|there)$/u;

/** Words that choose an object by its position on the page, or choose all objects. */
export const POSITION_WORD =
  /^(?:first|second|third|fourth|fifth|last|latest|newest|oldest|top|bottom|two|three|four|five|six|seven|eight|nine|ten|everything|all|both|selected|\d{1,2})$/u;

export const DETERMINER =
  /^(?:the|a|an|my|our|your|his|her|their|its|this|that|these|those|some|any|each|every|all|both|another|of|'s)$/u;

export const PRONOUN = /^(?:it|this|that|them|'em|em|these|those|one|ones|everything|all|both|so)$/u;

/** Prepositions and other words that end the object. */
export const OBJECT_END =
  /^(?:from|for|to|with|without|by|via|using|in|into|on|onto|at|about|of|off|regarding|under|below|over|through|between|until|till|as|since|because|so|that|which|who|whose|where|when|while|after|before|saying|named|called|titled|entitled|per|within|during|around|round|along|out|is|are|was|were)$/u;

/** Nouns that a preceding noun identifies: "the spam folder", "the Google app". */
export const NAMED_PLACE =
  /^(?:folder|app|site|website|forum|shop|store|portal|platform|group|team|club|channel|workspace)$/u;
