/**
 * Matches elements against the query of a check, and describes what was found. If an element differs only in its value
 * or state, the description shows that difference. Pure.
 */
import type { ElementQuery } from '../contract/index.js';

/** The element properties that a query can test. They come from an observation or from a CSS match. */
export interface QueryElement {
  role: string;
  name: string;
  text: string;
  value: string;
  /** The displayed value if it differs from `value`: the text of a selected option, dots for a password. */
  displayedValue?: string | undefined;
  checked: boolean | undefined;
  enabled: boolean;
}

export interface QueryResult {
  ok: boolean;
  description: string;
}

const MAX_DESCRIBED_ELEMENTS = 5;
const MAX_TEXT_LENGTH = 60;

/** @param elements all elements of the page, or those that match the query's CSS selector */
export function matchElements(elements: readonly QueryElement[], originalQuery: ElementQuery): QueryResult {
  // CSS matches get their role from the `role` attribute, which most elements lack, so the role is ignored for them.
  const query = originalQuery.css === undefined ? originalQuery : { ...originalQuery, role: undefined };
  const matching = elements.filter((element) => matchesQuery(element, query));
  if (query.state === 'hidden')
    return { ok: matching.length === 0, description: describeElements(matching, query) };
  const similar = elements.filter((element) => matchesIdentity(element, query));
  return {
    ok: matching.length > 0,
    // A query with only a value or a state has no role, name or text, so every element would count as similar.
    description:
      hasIdentity(query) && similar.length > 0
        ? describeDifferences(similar, query)
        : describeElements(elements, query),
  };
}

function hasIdentity({ css, role, name, text }: ElementQuery): boolean {
  return [css, role, name, text].some((condition) => condition !== undefined);
}

function matchesIdentity(element: QueryElement, { role, name, text }: ElementQuery): boolean {
  if (role && element.role !== role) return false;
  if (name && !name.test(element.name)) return false;
  return !text || text.test(element.text);
}

function matchesQuery(element: QueryElement, query: ElementQuery): boolean {
  const { value, state } = query;
  if (!matchesIdentity(element, query)) return false;
  if (
    value &&
    ![element.value, element.displayedValue ?? ''].some((candidateValue) => value.test(candidateValue))
  )
    return false;
  if (state === 'checked') return element.checked === true;
  if (state === 'unchecked') return element.checked === false;
  if (state === 'enabled') return element.enabled;
  return state !== 'disabled' || !element.enabled;
}

/** Lists the first elements that have the query's role. */
function describeElements(elements: readonly QueryElement[], { role }: ElementQuery): string {
  const labels = elements
    .filter((element) => !role || element.role === role)
    .map((element) => element.name || element.text)
    .filter(Boolean);
  return labels.length
    ? labels.slice(0, MAX_DESCRIBED_ELEMENTS).map(quote).join(', ')
    : 'nothing of that kind';
}

function describeDifferences(elements: readonly QueryElement[], query: ElementQuery): string {
  return elements
    .slice(0, MAX_DESCRIBED_ELEMENTS)
    .map((element) => [describeElement(element, query), ...describeStateAndValue(element, query)].join(', '))
    .join('; ');
}

/** Returns the element's name, or the selector if a field has no name or is named only by its options. */
function describeElement(
  { role, name, text, displayedValue, value }: QueryElement,
  { css }: ElementQuery,
): string {
  const hasValue = (displayedValue ?? value) !== '';
  const label = css !== undefined && hasValue && name === text ? '' : name || text;
  return label === '' ? (css ?? (role || 'an element')) : quote(label);
}

function describeStateAndValue(element: QueryElement, { value, state }: ElementQuery): string[] {
  const { checked, enabled } = element;
  const descriptions: string[] = [];
  if (value) {
    const displayedValue = element.displayedValue ?? element.value;
    descriptions.push(displayedValue === '' ? 'without a value' : `with the value ${quote(displayedValue)}`);
  }
  if (state === 'checked' || state === 'unchecked')
    descriptions.push(
      checked === undefined ? 'neither checked nor unchecked' : checked ? 'checked' : 'unchecked',
    );
  if (state === 'enabled' || state === 'disabled') descriptions.push(enabled ? 'enabled' : 'disabled');
  return descriptions;
}

const quote = (text: string): string =>
  `“${text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text}”`;
