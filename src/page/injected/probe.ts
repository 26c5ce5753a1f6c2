/** One element, looked at just before it is acted on and right after. */
import type { WireProbe } from './wire.js';
import { pictureOf, placeOf } from './areas.js';
import { controlOf, rememberPlace } from './again.js';
import { hitOf } from './hit.js';
import { calledOf, roleOf } from './names.js';
import { chromePath } from './paths.js';
import { attributesOf, isEditable, isPassword, optionsOf, statesOf, valueOf } from './states.js';
import { collapse, cut } from './text.js';
import { elementByUid } from './uids.js';

const MARKUP_LIMIT = 20_000;

export function probe(id: string): WireProbe | null {
  const element = elementByUid(id);
  if (!element) return null;
  const role = roleOf(element);
  const box = placeOf(element);
  const drawn = element.localName === 'area' ? pictureOf(element) : element;
  const hit = hitOf(element);
  rememberPlace(id, element);
  const password = isPassword(element);
  const withoutValue = (markup: string): string => (password ? markup.replace(/ value="[^"]*"/, '') : markup);
  return {
    connected: true,
    tagName: element.tagName,
    role,
    name: calledOf(element, role),
    attributes: attributesOf(element),
    box: { x: box.x, y: box.y, width: box.width, height: box.height },
    textContent: cut(element.textContent ?? '', MARKUP_LIMIT),
    innerHTML: cut(element.innerHTML, MARKUP_LIMIT),
    outerHTML: withoutValue(cut(element.outerHTML, MARKUP_LIMIT)),
    xpath: chromePath(element),
    visible:
      drawn !== null &&
      drawn.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
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
    control: controlOf(element),
  };
}

/** Rendered text of the whole page, for checks. */
export function pageText(): string {
  return document.body ? collapse(document.body.innerText) : '';
}
