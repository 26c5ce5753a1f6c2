/** Locates elements by XPath and box. The exported function runs in the page, so it uses nothing from outside its body. */
import type { Box } from '../../src/contract/index.js';

export interface ElementLocation {
  /** From the root, with an index only where siblings share the name, as in `Candidate.xpath`. */
  xpath: string;
  /** CSS px, relative to the viewport. */
  box: Box;
}

export interface LocatedElement {
  location: ElementLocation;
  /** The labels of a checkbox or radio button, or the control of a label: a click on either has the same effect. */
  equivalents: ElementLocation[];
}

/** Locates the visible elements among `elements`. */
export function locateVisibleElements(elements: Element[]): LocatedElement[] {
  const toXPathStep = (element: Element): string => {
    const name = element.localName;
    const siblingsWithName = [...(element.parentElement?.children ?? [element])].filter(
      (sibling) => sibling.localName === name,
    );
    return siblingsWithName.length > 1 ? `${name}[${siblingsWithName.indexOf(element) + 1}]` : name;
  };
  const locate = (element: Element): ElementLocation => {
    const steps: string[] = [];
    for (let node: Element | null = element; node; node = node.parentElement)
      steps.unshift(toXPathStep(node));
    const { x, y, width, height } = element.getBoundingClientRect();
    return { xpath: `/${steps.join('/')}`, box: { x, y, width, height } };
  };
  const isCheckboxOrRadio = (element: Element | null): element is HTMLInputElement =>
    element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio');
  const findEquivalents = (element: Element): Element[] => {
    const control = element instanceof HTMLLabelElement ? element.control : element;
    return isCheckboxOrRadio(control)
      ? [control, ...(control.labels ?? [])].filter((other) => other !== element)
      : [];
  };
  const isVisible = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const isRendered = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return isRendered && width > 1 && height > 1;
  };
  return elements
    .filter(isVisible)
    .map((element) => ({ location: locate(element), equivalents: findEquivalents(element).map(locate) }));
}
