/** Reads everything that Node needs to know about one element: role, box, markup, hit test. */
import type { WireElementSnapshot } from './wire.js';
import { imageOf, boxOf } from './image-maps.js';
import { findLabelledControlId, rememberLocation } from './relocate.js';
import { hitTest } from './hit-test.js';
import { canUsersOperate } from './transparent-controls.js';
import { displayNameOf, roleOf } from './names.js';
import { chromeStyleXPath } from './paths.js';
import { attributesOf, isEditable, isPassword, optionsOf, statesOf, valueOf } from './states.js';
import { collapseWhitespace, truncate } from './text.js';
import { findElementByUid } from './uids.js';

const MAX_MARKUP_LENGTH = 20_000;

export function readElementSnapshot(id: string): WireElementSnapshot | null {
  const element = findElementByUid(id);
  if (!element) return null;
  const role = roleOf(element);
  const box = boxOf(element);
  const renderedElement = element.localName === 'area' ? imageOf(element) : element;
  const hit = hitTest(element);
  rememberLocation(id, element);
  const password = isPassword(element);
  const stripPasswordValue = (markup: string): string =>
    password ? markup.replace(/ value="[^"]*"/, '') : markup;
  return {
    connected: true,
    tagName: element.tagName,
    role,
    name: displayNameOf(element, role),
    attributes: attributesOf(element),
    box: { x: box.x, y: box.y, width: box.width, height: box.height },
    textContent: truncate(element.textContent ?? '', MAX_MARKUP_LENGTH),
    innerHTML: truncate(element.innerHTML, MAX_MARKUP_LENGTH),
    outerHTML: stripPasswordValue(truncate(element.outerHTML, MAX_MARKUP_LENGTH)),
    xpath: chromeStyleXPath(element),
    visible:
      renderedElement !== null &&
      (renderedElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        ? box.width > 0 && box.height > 0
        : renderedElement.checkVisibility({ visibilityProperty: true }) && canUsersOperate(renderedElement)),
    states: statesOf(element, role),
    value: valueOf(element) ?? '',
    inputType: element.localName === 'input' ? (element as HTMLInputElement).type : '',
    options: optionsOf(element) ?? [],
    editable: isEditable(element),
    isPassword: password,
    ...hit,
    border: { x: element.clientLeft, y: element.clientTop },
    controlUid: findLabelledControlId(element),
  };
}

/** Rendered text of the whole page, for checks. */
export function readPageText(): string {
  return document.body ? collapseWhitespace(document.body.innerText) : '';
}
