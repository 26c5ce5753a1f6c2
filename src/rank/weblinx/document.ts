/** The document of an element for the paper's ranker (spec 3.2). */
import type { LxmlElement } from '../../lxml/index.js';
import { repr, round1, shortenAtCenter } from '../../python/index.js';
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
const CHILDREN = 2;

export function elementFields(element: LxmlElement, xpath: string, box: WeblinxBox): ElementFields {
  return {
    tag: element.tag,
    xpath,
    text: shortenAtCenter(element.text, MAX_TEXT_LENGTH),
    bbox: `x=${round1(box.x)} y=${round1(box.y)} width=${round1(box.width)} height=${round1(box.height)}`,
    attributes: attributesText(element),
    children: childrenText(element),
  };
}

/** Empty fields keep their line, and the space at its end. */
export function documentText(fields: ElementFields): string {
  return FIELDS.map((name) => `[[${name}]] ${fields[name]}`).join('\n');
}

/** Short values first, so that distinctive ones are truncated last. */
function attributesText({ attributes }: LxmlElement): string {
  return attributes
    .map(({ name, value }) => ({ name, value: shortenAtCenter(value, MAX_VALUE_LENGTH) }))
    .map((attribute) => ({ ...attribute, length: [...attribute.value].length }))
    .sort((a, b) => a.length - b.length)
    .map(({ name, value }) => `${name}=${repr(value)}`)
    .join(' ');
}

/** Comments count towards the two children but are not printed. */
function childrenText({ children }: LxmlElement): string {
  const tags = children.slice(0, CHILDREN).flatMap((node) => (node.kind === 'element' ? [node.tag] : []));
  return shortenAtCenter(tags.join(' '), MAX_CHILDREN_LENGTH);
}
