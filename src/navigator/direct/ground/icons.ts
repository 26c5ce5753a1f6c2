/**
 * What an icon shows, for controls that say nothing else: by the classes of known sets, the symbol that a drawing
 * uses, or the word that a font of icons draws. A guess, told as one, and weaker than any name.
 */
import type { Candidate } from '../../../contract/index.js';
import { ICON_MANNERS, ICON_MEANS, ICON_SETS } from '../lexicon/icons.js';
import { splitIdentifier, squash } from '../text.js';

/** `trash-o` → "trash"; words of size and manner at its end are left out. */
function plain(identifier: string): string {
  const words = splitIdentifier(identifier).toLowerCase().split(' ').filter(Boolean);
  while (words.length > 1 && ICON_SETS.has(words[0]!)) words.shift();
  while (words.length > 1 && ICON_MANNERS.has(words.at(-1)!) && !/^(?:left|right)$/u.test(words.at(-1)!))
    words.pop();
  return words.length === 1 && (ICON_SETS.has(words[0]!) || ICON_MANNERS.has(words[0]!))
    ? ''
    : words.join(' ');
}

function ofClasses(classes: string): string[] {
  const tokens = classes.split(/\s+/u).filter(Boolean);
  return tokens.flatMap((token, i) => {
    const set = /^([a-z]+)[-_](.+)$/iu.exec(token);
    if (set && ICON_SETS.has(set[1]!.toLowerCase())) return plain(set[2]!);
    // "icon trash": the set stands by itself in front of a plain word.
    const next = tokens[i + 1];
    const alone = ICON_SETS.has(token.toLowerCase()) && next !== undefined && /^[a-z]+$/iu.test(next);
    return alone && !ICON_SETS.has(next.toLowerCase()) ? plain(next) : '';
  });
}

const ofDrawing = (attributes: Readonly<Record<string, string>>): string[] => [
  plain(/(?:#(?:icon[-_])?|\/|^)([\w-]+)(?:\.(?:svg|png|gif))?$/iu.exec(attributes.use ?? '')?.[1] ?? ''),
  plain(attributes['data-icon'] ?? attributes['data-lucide'] ?? attributes['data-feather'] ?? ''),
];

/** What its icons show, in plain words; '' where it has none that is known. */
export function iconOf(c: Candidate): string {
  const parts = [c.attributes, ...c.folded.map((a) => a.attributes)];
  const words = parts.flatMap((a) => [...ofClasses(a.class ?? ''), ...ofDrawing(a)]);
  return squash([...new Set(words)].filter(Boolean).join(' '));
}

/** What people call a control with such an icon. */
export const meaningsOf = (icon: string): readonly string[] =>
  ICON_MEANS.get(icon) ?? ICON_MEANS.get(icon.split(' ')[0] ?? '') ?? [];
