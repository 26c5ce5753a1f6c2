/**
 * Names the icon of a control without text, from the classes of known icon sets, the symbol that an SVG uses, or the
 * word that an icon font renders. The name is a guess: messages say so, and it scores lower than any other name.
 */
import type { Candidate } from '../../../contract/index.js';
import { ICON_SUFFIXES, ICON_MEANINGS, ICON_SETS } from '../lexicon/icons.js';
import { splitIdentifier, collapseSpaces } from '../text.js';

/** Removes the icon set's name, and words for size and style at the end: `trash-o` becomes "trash". */
function simplifyIconName(identifier: string): string {
  const words = splitIdentifier(identifier).toLowerCase().split(' ').filter(Boolean);
  while (words.length > 1 && ICON_SETS.has(words[0]!)) words.shift();
  while (words.length > 1 && ICON_SUFFIXES.has(words.at(-1)!) && !/^(?:left|right)$/u.test(words.at(-1)!))
    words.pop();
  return words.length === 1 && (ICON_SETS.has(words[0]!) || ICON_SUFFIXES.has(words[0]!))
    ? ''
    : words.join(' ');
}

function findIconsInClasses(classes: string): string[] {
  const tokens = classes.split(/\s+/u).filter(Boolean);
  return tokens.flatMap((token, i) => {
    const match = /^([a-z]+)[-_](.+)$/iu.exec(token);
    if (match && ICON_SETS.has(match[1]!.toLowerCase())) return simplifyIconName(match[2]!);
    // In the classes "icon trash", a plain word follows the name of the set.
    const nextToken = tokens[i + 1];
    const isSetName =
      ICON_SETS.has(token.toLowerCase()) && nextToken !== undefined && /^[a-z]+$/iu.test(nextToken);
    return isSetName && !ICON_SETS.has(nextToken.toLowerCase()) ? simplifyIconName(nextToken) : '';
  });
}

const findIconsInDrawing = (attributes: Readonly<Record<string, string>>): string[] => [
  simplifyIconName(
    /(?:#(?:icon[-_])?|\/|^)([\w-]+)(?:\.(?:svg|png|gif))?$/iu.exec(attributes.use ?? '')?.[1] ?? '',
  ),
  simplifyIconName(attributes['data-icon'] ?? attributes['data-lucide'] ?? attributes['data-feather'] ?? ''),
];

/** Returns the meaning of the element's icons in plain words; '' without a known icon. */
export function findIconName(c: Candidate): string {
  const attributeSets = [c.attributes, ...c.folded.map((a) => a.attributes)];
  const words = attributeSets.flatMap((a) => [
    ...findIconsInClasses(a.class ?? ''),
    ...findIconsInDrawing(a),
  ]);
  return collapseSpaces([...new Set(words)].filter(Boolean).join(' '));
}

/** Names that people use for a control with such an icon. */
export const findIconMeanings = (icon: string): readonly string[] =>
  ICON_MEANINGS.get(icon) ?? ICON_MEANINGS.get(icon.split(' ')[0] ?? '') ?? [];
