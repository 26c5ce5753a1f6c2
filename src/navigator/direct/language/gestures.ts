/**
 * Parses clauses about the mouse, files and the clipboard: double and right clicks, dragging, uploading, copying,
 * pasting.
 */
import { collapseSpaces } from '../text.js';
import { unmask } from './clauses.js';
import type { Quotes, Step, Target } from './steps.js';
import { readMeant } from './meant.js';
import { noArticle, readTarget } from './target.js';

const POINTED: readonly (readonly ['double' | 'right', RegExp])[] = [
  ['double', /^(?:double|dbl)[ -]?(?:click|tap)(?:s|ed)?(?: on| onto| at)? (.+)$/iu],
  ['right', /^(?:right|secondary)[ -]?click(?:s|ed)?(?: on| onto| at)? (.+)$/iu],
  [
    'right',
    /^(?:open|show|bring up) (?:the )?(?:context|right[ -]click|shortcut) menu (?:of|for|on) (.+)$/iu,
  ],
];

const BY_PIXELS =
  /^(?:drag|move|slide|pull) (.+?) (?:by )?(\d{1,4}) ?(?:px|pixels?) (?:to the )?(left|right|up|down|upwards?|downwards?)$/iu;
/** Prepositions before a drop target, most certain first. The last occurrence of a preposition in the clause counts. */
const DRAGGED: readonly RegExp[] = [
  /^(?:drag|pull|drop) (.+) (?:onto|on to|on top of|into) (.+)$/iu,
  /^move (.+) (?:onto|on top of) (.+)$/iu,
  /^(?:drag|pull) (.+) (?:over to|to) (.+)$/iu,
  /^(?:drag|pull|drop) (.+) (?:over|on|in|inside|before|after|above|below) (.+)$/iu,
];

/** The target is a neighbour: the element is dropped next to it, not on it. */
const BESIDE =
  /^(?:drag|pull|drop|move) (.+?) (?:next to|beside|close to|near|(?:to the )?(?:right|left)(?: side)? of) (.+)$/iu;

/** "left", "up by one position": a direction, not a target. */
const BY_PLACES =
  /^(?:drag|pull) ((?:(?! to (?:the )?).)+?) (?:to the )?((?:up|down|left|right)(?:wards?)?(?:(?: by)? \S+(?: (?:position|place|row|slot|spot|step)s?)?)?)$/iu;
const MOVED_PLACES =
  /^move (.+?) ((?:up|down|left|right)(?:wards?)?(?: by)? \S+ (?:position|place|row|slot|spot|step)s?)$/iu;

/** Drop targets often include the kind of place: "the Done column". */
const DROP_KIND = /^(.+) (?:column|lane|zone|slot|board|list|area|group|section|bin|folder|box)$/iu;

const FILE = String.raw`(?:[\uE000-\uE0FF]|(?:~|\.{1,2})?(?:\/[\w.-]+)+|(?:[~.\w-]*\/)*[\w-][\w.-]*\.[a-z][a-z0-9]{0,4})`;
const UPLOAD = new RegExp(
  String.raw`^(?:upload|attach|(?:choose|select|pick|use|give it) (?=(?:the |my )?files? )) ?(?:the |my |this )?(?:files? |document |picture |photo |image )?(${FILE}(?:(?:, | and |, and )${FILE})*)(?: (?:as|to|into|in|for|on|under|with) (.+))?$`,
  'iu',
);

const COPY = /^copy (.+?)(?: (?:to|into|onto) (?:the |my )?clipboard)?$/iu;
const THIS = String.raw`(?:it|that|this|them|(?:the )?clipboard(?: contents?)?|what (?:you|i|we)(?:'ve| have)? (?:just )?copied|the copied (?:text|value|\w+))`;
const PASTE = new RegExp(
  String.raw`^paste(?: ${THIS})?(?: (?:into|in to|inside|in|to|on|as|under) (.+))?$`,
  'iu',
);

/** Returns the step of such a clause; null for other clauses. */
export function readGesture(text: string, quotes: Quotes): Step | null {
  for (const [how, pattern] of POINTED) {
    const match = pattern.exec(text);
    if (match) return { do: 'point', how, target: readMeant(match[1]!, quotes) };
  }
  return readDrag(text, quotes) ?? readUpload(text, quotes) ?? readClipboard(text, quotes);
}

function readDrag(text: string, quotes: Quotes): Step | null {
  const by = BY_PIXELS.exec(text);
  if (by) {
    const way = by[3]!.toLowerCase();
    const far = Number(by[2]) * (way === 'left' || way.startsWith('up') ? -1 : 1);
    const to = /^(?:left|right)$/u.test(way) ? { dx: far, dy: 0 } : { dx: 0, dy: far };
    return { do: 'drag', target: readTarget(by[1]!, quotes), to };
  }
  const places = BY_PLACES.exec(text) ?? MOVED_PLACES.exec(text);
  if (places)
    return { do: 'drag', target: readTarget(places[1]!, quotes), to: readTarget(places[2]!, quotes) };
  const beside = BESIDE.exec(text);
  if (beside && !/^move\b/iu.test(text))
    return {
      do: 'drag',
      target: readTarget(beside[1]!, quotes),
      to: readDrop(beside[2]!, quotes),
      beside: true,
    };
  for (const pattern of DRAGGED) {
    const match = pattern.exec(text);
    if (match) return { do: 'drag', target: readTarget(match[1]!, quotes), to: readDrop(match[2]!, quotes) };
  }
  return null;
}

/** Parses the name of a drop target, with and without the word for the kind of place. */
export function readDrop(text: string, quotes: Quotes): Target {
  const target = readTarget(text, quotes);
  const trimmed = DROP_KIND.exec(noArticle(text))?.[1];
  if (!trimmed || target.quoted) return target;
  const reading = {
    phrase: unmask(noArticle(trimmed), quotes),
    role: null,
    nth: null,
    place: null,
    prior: 0.97,
  };
  return { ...target, readings: [...target.readings, reading] as Target['readings'] };
}

function readUpload(text: string, quotes: Quotes): Step | null {
  const match = UPLOAD.exec(text);
  if (!match) return null;
  const files = match[1]!.split(/, and |, | and /u).map((file) => collapseSpaces(unmask(file, quotes)));
  // "upload “Holiday”" names a button; a file name has an extension or a folder.
  if (!files.every((file) => /\.[a-z0-9]{1,5}$|\//iu.test(file))) return null;
  return { do: 'upload', files, target: match[2] ? readTarget(match[2], quotes) : null };
}

function readClipboard(text: string, quotes: Quotes): Step | null {
  const pasted = PASTE.exec(text);
  if (pasted) return { do: 'paste', target: pasted[1] ? readTarget(pasted[1], quotes) : null };
  const copied = COPY.exec(text);
  return copied ? { do: 'copy', target: readMeant(copied[1]!, quotes) } : null;
}
