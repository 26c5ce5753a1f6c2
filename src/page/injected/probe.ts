/** Reads the details of one element, before and after an action. */
import type { WireProbe } from './wire.js';
import { imageOf, boxOf } from './image-maps.js';
import { labelledControlId, rememberLocation } from './relocate.js';
import { hitTest } from './hit-test.js';
import { displayNameOf, roleOf } from './names.js';
import { chromePath } from './paths.js';
import { attributesOf, isEditable, isPassword, optionsOf, statesOf, valueOf } from './states.js';
import { collapse, truncate } from './text.js';
import { elementByUid } from './uids.js';

const MAX_MARKUP_LENGTH = 20_000;

export function probe(id: string): WireProbe | null {
  const element = elementByUid(id);
  if (!element) return null;
  const role = roleOf(element);
  const box = boxOf(element);
  const renderedElement = element.localName === 'area' ? imageOf(element) : element;
  const hit = hitTest(element);
  rememberLocation(id, element);
  const password = isPassword(element);
  const withoutValue = (markup: string): string => (password ? markup.replace(/ value="[^"]*"/, '') : markup);
  return {
    connected: true,
    tagName: element.tagName,
    role,
    name: displayNameOf(element, role),
    attributes: attributesOf(element),
    box: { x: box.x, y: box.y, width: box.width, height: box.height },
    textContent: truncate(element.textContent ?? '', MAX_MARKUP_LENGTH),
    innerHTML: truncate(element.innerHTML, MAX_MARKUP_LENGTH),
    outerHTML: withoutValue(truncate(element.outerHTML, MAX_MARKUP_LENGTH)),
    xpath: chromePath(element),
    visible:
      renderedElement !== null &&
      renderedElement.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      box.width > 0 &&
      box.height > 0,
    states: statesOf(element, role),
    value: valueOf(element) ?? '',
    inputType: element.localName === 'input' ? (element as HTMLInputElement).type : '',
    options: optionsOf(element) ?? [],
    editable: isEditable(element),
    password,
    ...hit,
    border: { x: element.clientLeft, y: element.clientTop },
    control: labelledControlId(element),
  };
}

/** Rendered text of the whole page, for checks. */
export function pageText(): string {
  return document.body ? collapse(document.body.innerText) : '';
}
