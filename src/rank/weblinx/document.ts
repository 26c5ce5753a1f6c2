/** Formats the text that represents an element for the WebLINX paper's ranker, byte for byte. */
import type { LxmlElement } from '../../lxml/index.js';
import { repr, formatRounded, shortenAtCenter } from '../../python/index.js';
import type { WeblinxBox } from './boxes.js';

/** `elem_dict` in the candidate files; the order of the keys is the order of the lines. */
export interface ElementFields {
  tag: string;
  xpath: string;
  text: string;
  bbox: string;
  attributes: string;
  children: string;
}

const FIELDS = ['tag', 'xpath', 'text', 'bbox', 'attributes', 'children'] as const;

const MAX_TEXT_LENGTH = 200;
const MAX_VALUE_LENGTH = 100;
const MAX_CHILDREN_LENGTH = 100;
const MAX_CHILDREN = 2;

export function createElementFields(element: LxmlElement, xpath: string, box: WeblinxBox): ElementFields {
  return {
    tag: element.tag,
    xpath,
    text: shortenAtCenter(element.text, MAX_TEXT_LENGTH),
    bbox: `x=${formatRounded(box.x)} y=${formatRounded(box.y)} width=${formatRounded(box.width)} height=${formatRounded(box.height)}`,
    attributes: formatAttributes(element),
    children: formatChildren(element),
  };
}

/** Empty fields keep their line, including its trailing space. */
export function formatDocument(fields: ElementFields): string {
  return FIELDS.map((name) => `[[${name}]] ${fields[name]}`).join('\n');
}

/** Formats attributes, short values first. Truncation removes the end, so distinctive short values are kept longest. */
function formatAttributes({ attributes }: LxmlElement): string {
  return attributes
    .map(({ name, value }) => ({ name, value: shortenAtCenter(value, MAX_VALUE_LENGTH) }))
    .map((attribute) => ({ ...attribute, length: [...attribute.value].length }))
    .sort((a, b) => a.length - b.length)
    .map(({ name, value }) => `${name}=${repr(value)}`)
    .join(' ');
}

/** Comments count towards the two children but are not printed. */
function formatChildren({ children }: LxmlElement): string {
  const tags = children.slice(0, MAX_CHILDREN).flatMap((node) => (node.kind === 'element' ? [node.tag] : []));
  return shortenAtCenter(tags.join(' '), MAX_CHILDREN_LENGTH);
}
