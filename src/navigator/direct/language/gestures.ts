/**
 * Parses clauses about the mouse, files and the clipboard: double and right clicks, dragging, uploading, copying,
 * pasting.
 */
import { collapseSpaces } from '../text.js';
import { unmask } from './line-text.js';
import type { Quotes, Step, Target } from './steps.js';
import { readLimitedTarget } from './target-limits.js';
import { removeArticle, readTarget } from './target.js';

const MOUSE_CLICKS: readonly (readonly ['double' | 'right', RegExp])[] = [
  ['double', /^(?:double|dbl)[ -]?(?:click|tap)(?:s|ed)?(?: on| onto| at)? (.+)$/iu],
  ['right', /^(?:right|secondary)[ -]?click(?:s|ed)?(?: on| onto| at)? (.+)$/iu],
  [
    'right',
    /^(?:open|show|bring up) (?:the )?(?:context|right[ -]click|shortcut) menu (?:of|for|on) (.+)$/iu,
  ],
];

const DRAG_BY_PIXELS =
  /^(?:drag|move|slide|pull) (.+?) (?:by )?(\d{1,4}) ?(?:px|pixels?) (?:to the )?(left|right|up|down|upwards?|downwards?)$/iu;
/** Prepositions before a drop target, most certain first. The last occurrence of a preposition in the clause counts. */
const DRAG_ONTO: readonly RegExp[] = [
  /^(?:drag|pull|drop) (.+) (?:onto|on to|on top of|into) (.+)$/iu,
  /^move (.+) (?:onto|on top of) (.+)$/iu,
  /^(?:drag|pull) (.+) (?:over to|to) (.+)$/iu,
  /^(?:drag|pull|drop) (.+) (?:over|on|in|inside|before|after|above|below) (.+)$/iu,
];

/** Drags next to an element, not onto it. */
const DRAG_BESIDE =
  /^(?:drag|pull|drop|move) (.+?) (?:next to|beside|close to|near|(?:to the )?(?:right|left)(?: side)? of) (.+)$/iu;

/** Drags in a direction, not to a target: "left", "up by one position". */
const DRAG_BY_POSITIONS =
  /^(?:drag|pull) ((?:(?! to (?:the )?).)+?) (?:to the )?((?:up|down|left|right)(?:wards?)?(?:(?: by)? \S+(?: (?:position|place|row|slot|spot|step)s?)?)?)$/iu;
const MOVE_BY_POSITIONS =
  /^move (.+?) ((?:up|down|left|right)(?:wards?)?(?: by)? \S+ (?:position|place|row|slot|spot|step)s?)$/iu;

/** Drop targets often include the kind of place: "the Done column". */
const DROP_KIND = /^(.+) (?:column|lane|zone|slot|board|list|area|group|section|bin|folder|box)$/iu;

const FILE = String.raw`(?:[\uE000-\uE0FF]|(?:~|\.{1,2})?(?:\/[\w.-]+)+|(?:[~.\w-]*\/)*[\w-][\w.-]*\.[a-z][a-z0-9]{0,4})`;
const UPLOAD = new RegExp(
  String.raw`^(?:upload|attach|(?:choose|select|pick|use|give it) (?=(?:the |my )?files? )) ?(?:the |my |this )?(?:files? |document |picture |photo |image )?(${FILE}(?:(?:, | and |, and )${FILE})*)(?: (?:as|to|into|in|for|on|under|with) (.+))?$`,
  'iu',
);

const COPY = /^copy (.+?)(?: (?:to|into|onto) (?:the |my )?clipboard)?$/iu;
const CLIPBOARD_CONTENT = String.raw`(?:it|that|this|them|(?:the )?clipboard(?: contents?)?|what (?:you|i|we)(?:'ve| have)? (?:just )?copied|the copied (?:text|value|\w+))`;
const PASTE = new RegExp(
  String.raw`^paste(?: ${CLIPBOARD_CONTENT})?(?: (?:into|in to|inside|in|to|on|as|under) (.+))?$`,
  'iu',
);

/** Returns the step of a clause about the mouse, files or the clipboard; null for any other clause. */
export function readGesture(text: string, quotes: Quotes): Step | null {
  for (const [kind, pattern] of MOUSE_CLICKS) {
    const match = pattern.exec(text);
    if (match) return { do: 'double-or-right-click', kind, target: readLimitedTarget(match[1]!, quotes) };
  }
  return readDrag(text, quotes) ?? readUpload(text, quotes) ?? readClipboard(text, quotes);
}

function readDrag(text: string, quotes: Quotes): Step | null {
  const pixelMatch = DRAG_BY_PIXELS.exec(text);
  if (pixelMatch) {
    const direction = pixelMatch[3]!.toLowerCase();
    const distance = Number(pixelMatch[2]) * (direction === 'left' || direction.startsWith('up') ? -1 : 1);
    const offset = /^(?:left|right)$/u.test(direction) ? { dx: distance, dy: 0 } : { dx: 0, dy: distance };
    return { do: 'drag', target: readTarget(pixelMatch[1]!, quotes), destination: offset };
  }
  const positionMatch = DRAG_BY_POSITIONS.exec(text) ?? MOVE_BY_POSITIONS.exec(text);
  if (positionMatch)
    return {
      do: 'drag',
      target: readTarget(positionMatch[1]!, quotes),
      destination: readTarget(positionMatch[2]!, quotes),
    };
  const besideMatch = DRAG_BESIDE.exec(text);
  if (besideMatch && !/^move\b/iu.test(text))
    return {
      do: 'drag',
      target: readTarget(besideMatch[1]!, quotes),
      destination: readDropTarget(besideMatch[2]!, quotes),
      isBeside: true,
    };
  for (const pattern of DRAG_ONTO) {
    const match = pattern.exec(text);
    if (match)
      return {
        do: 'drag',
        target: readTarget(match[1]!, quotes),
        destination: readDropTarget(match[2]!, quotes),
      };
  }
  return null;
}

/** Parses the name of a drop target, with and without the word for the kind of place. */
export function readDropTarget(text: string, quotes: Quotes): Target {
  const target = readTarget(text, quotes);
  const trimmed = DROP_KIND.exec(removeArticle(text))?.[1];
  if (!trimmed || target.quoted) return target;
  const interpretation = {
    phrase: unmask(removeArticle(trimmed), quotes),
    role: null,
    nth: null,
    place: null,
    prior: 0.97,
  };
  return {
    ...target,
    interpretations: [...target.interpretations, interpretation] as Target['interpretations'],
  };
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
  const pasteMatch = PASTE.exec(text);
  if (pasteMatch) return { do: 'paste', target: pasteMatch[1] ? readTarget(pasteMatch[1], quotes) : null };
  const copyMatch = COPY.exec(text);
  return copyMatch ? { do: 'copy', target: readLimitedTarget(copyMatch[1]!, quotes) } : null;
}
