/** Where elements stand: a function that runs in the page, whole and by itself. */
import type { Box } from '../../src/contract/index.js';

export interface Place {
  /** From the root, lxml style: an index only where same-name siblings exist, as in `Candidate.xpath`. */
  xpath: string;
  /** CSS px, relative to the viewport. */
  box: Box;
}

export interface Found {
  place: Place;
  /** The label of a box to tick, or the box of a label: a click on either does the same. */
  same: Place[];
}

/** The visible ones among the elements. */
export function places(elements: Element[]): Found[] {
  const step = (element: Element): string => {
    const name = element.localName;
    const alike = [...(element.parentElement?.children ?? [element])].filter((one) => one.localName === name);
    return alike.length > 1 ? `${name}[${alike.indexOf(element) + 1}]` : name;
  };
  const place = (element: Element): Place => {
    const steps: string[] = [];
    for (let node: Element | null = element; node; node = node.parentElement) steps.unshift(step(node));
    const { x, y, width, height } = element.getBoundingClientRect();
    return { xpath: `/${steps.join('/')}`, box: { x, y, width, height } };
  };
  const ticks = (element: Element | null): element is HTMLInputElement =>
    element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio');
  const same = (element: Element): Element[] => {
    const box = element instanceof HTMLLabelElement ? element.control : element;
    return ticks(box) ? [box, ...(box.labels ?? [])].filter((one) => one !== element) : [];
  };
  const visible = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return shown && width > 1 && height > 1;
  };
  return elements
    .filter(visible)
    .map((element) => ({ place: place(element), same: same(element).map(place) }));
}
