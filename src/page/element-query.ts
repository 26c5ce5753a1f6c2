/**
 * Matches elements against a check's query and describes what it found. If an element differs only in its value or
 * state, the description shows that difference. Pure.
 */
import type { ElementQuery } from '../contract/index.js';

/** The properties of an element that queries use, from an observation or a CSS match. */
export interface QueryElement {
  role: string;
  name: string;
  text: string;
  value: string;
  /** The displayed value if it differs from `value`: the text of a selected option, dots for a password. */
  shown?: string | undefined;
  checked: boolean | undefined;
  enabled: boolean;
}

export interface QueryResult {
  ok: boolean;
  found: string;
}

const MAX_DESCRIBED = 5;
const MAX_TEXT_LENGTH = 60;

/** @param elements all elements of the page, or those that match the query's CSS selector */
export function matchElements(elements: readonly QueryElement[], requested: ElementQuery): QueryResult {
  // CSS matches get their role from the `role` attribute, which most elements lack. The selector alone decides.
  const query = requested.css === undefined ? requested : { ...requested, role: undefined };
  const matching = elements.filter((element) => matchesQuery(element, query));
  if (query.state === 'hidden')
    return { ok: matching.length === 0, found: describeElements(matching, query) };
  const similar = elements.filter((element) => matchesDescription(element, query));
  return {
    ok: matching.length > 0,
    // A query for a value or a state alone matches the description of every element.
    found:
      isSelective(query) && similar.length > 0
        ? describeDifferences(similar, query)
        : describeElements(elements, query),
  };
}

function isSelective({ css, role, name, text }: ElementQuery): boolean {
  return [css, role, name, text].some((condition) => condition !== undefined);
}

function matchesDescription(element: QueryElement, { role, name, text }: ElementQuery): boolean {
  if (role && element.role !== role) return false;
  if (name && !name.test(element.name)) return false;
  return !text || text.test(element.text);
}

function matchesQuery(element: QueryElement, query: ElementQuery): boolean {
  const { value, state } = query;
  if (!matchesDescription(element, query)) return false;
  if (value && ![element.value, element.shown ?? ''].some((shownValue) => value.test(shownValue)))
    return false;
  if (state === 'checked') return element.checked === true;
  if (state === 'unchecked') return element.checked === false;
  if (state === 'enabled') return element.enabled;
  return state !== 'disabled' || !element.enabled;
}

/** Lists the first elements that have the query's role. */
function describeElements(elements: readonly QueryElement[], { role }: ElementQuery): string {
  const words = elements
    .filter((element) => !role || element.role === role)
    .map((element) => element.name || element.text)
    .filter(Boolean);
  return words.length ? words.slice(0, MAX_DESCRIBED).map(quoted).join(', ') : 'nothing of that kind';
}

function describeDifferences(elements: readonly QueryElement[], query: ElementQuery): string {
  return elements
    .slice(0, MAX_DESCRIBED)
    .map((element) => [describeElement(element, query), ...describeStateAndValue(element, query)].join(', '))
    .join('; ');
}

/** The element's name. A field without a name, or with only its options as its name, is described by the selector. */
function describeElement({ role, name, text, shown, value }: QueryElement, { css }: ElementQuery): string {
  const isField = (shown ?? value) !== '';
  const words = css !== undefined && isField && name === text ? '' : name || text;
  return words === '' ? (css ?? (role || 'an element')) : quoted(words);
}

function describeStateAndValue(element: QueryElement, { value, state }: ElementQuery): string[] {
  const { checked, enabled } = element;
  const out: string[] = [];
  if (value) {
    const shownValue = element.shown ?? element.value;
    out.push(shownValue === '' ? 'without a value' : `with the value ${quoted(shownValue)}`);
  }
  if (state === 'checked' || state === 'unchecked')
    out.push(checked === undefined ? 'neither checked nor unchecked' : checked ? 'checked' : 'unchecked');
  if (state === 'enabled' || state === 'disabled') out.push(enabled ? 'enabled' : 'disabled');
  return out;
}

const quoted = (text: string): string =>
  `“${text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text}”`;
