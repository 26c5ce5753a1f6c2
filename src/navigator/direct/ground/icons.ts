/**
 * Names the icon of a control without text, from the classes of known icon sets, the symbol that an SVG uses, or the
 * word that an icon font renders. The name is a guess: it is reported as one, and scores lower than any other name.
 */
import type { Candidate } from '../../../contract/index.js';
import { ICON_SUFFIXES, ICON_MEANINGS, ICON_SETS } from '../lexicon/icons.js';
import { splitIdentifier, collapseSpaces } from '../text.js';

/** `trash-o` → "trash"; words for size and style at the end are removed. */
function plainIconName(identifier: string): string {
  const words = splitIdentifier(identifier).toLowerCase().split(' ').filter(Boolean);
  while (words.length > 1 && ICON_SETS.has(words[0]!)) words.shift();
  while (words.length > 1 && ICON_SUFFIXES.has(words.at(-1)!) && !/^(?:left|right)$/u.test(words.at(-1)!))
    words.pop();
  return words.length === 1 && (ICON_SETS.has(words[0]!) || ICON_SUFFIXES.has(words[0]!))
    ? ''
    : words.join(' ');
}

function iconOfClasses(classes: string): string[] {
  const tokens = classes.split(/\s+/u).filter(Boolean);
  return tokens.flatMap((token, i) => {
    const set = /^([a-z]+)[-_](.+)$/iu.exec(token);
    if (set && ICON_SETS.has(set[1]!.toLowerCase())) return plainIconName(set[2]!);
    // "icon trash": the name of the set is followed by a plain word.
    const next = tokens[i + 1];
    const alone = ICON_SETS.has(token.toLowerCase()) && next !== undefined && /^[a-z]+$/iu.test(next);
    return alone && !ICON_SETS.has(next.toLowerCase()) ? plainIconName(next) : '';
  });
}

const iconOfDrawing = (attributes: Readonly<Record<string, string>>): string[] => [
  plainIconName(
    /(?:#(?:icon[-_])?|\/|^)([\w-]+)(?:\.(?:svg|png|gif))?$/iu.exec(attributes.use ?? '')?.[1] ?? '',
  ),
  plainIconName(attributes['data-icon'] ?? attributes['data-lucide'] ?? attributes['data-feather'] ?? ''),
];

/** Returns the meaning of the element's icons in plain words; '' without a known icon. */
export function findIconName(c: Candidate): string {
  const parts = [c.attributes, ...c.folded.map((a) => a.attributes)];
  const words = parts.flatMap((a) => [...iconOfClasses(a.class ?? ''), ...iconOfDrawing(a)]);
  return collapseSpaces([...new Set(words)].filter(Boolean).join(' '));
}

/** Names that people use for a control with such an icon. */
export const findIconMeanings = (icon: string): readonly string[] =>
  ICON_MEANINGS.get(icon) ?? ICON_MEANINGS.get(icon.split(' ')[0] ?? '') ?? [];
