/**
 * What a check is told of the elements there were. Where one is all that was asked for but for its value or state,
 * that is what is told of it: the reason lies there. Pure.
 */
import type { ElementQuery } from '../contract/index.js';

/** What a query needs to know of an element, from a look or from a CSS match. */
export interface Seen {
  role: string;
  name: string;
  text: string;
  value: string;
  /** Where it is told otherwise than it is compared: what a list shows as chosen, dots for a password. */
  shown?: string | undefined;
  checked: boolean | undefined;
  enabled: boolean;
}

export interface Found {
  ok: boolean;
  found: string;
}

const SHOWN = 5;
const LONGEST = 60;

/** @param elements all of the page, or all that the query's selector finds */
export function answered(elements: readonly Seen[], asked: ElementQuery): Found {
  // A CSS match has its role only where it is written out, so there the selector decides alone.
  const query = asked.css === undefined ? asked : { ...asked, role: undefined };
  const fitting = elements.filter((element) => fits(element, query));
  if (query.state === 'hidden') return { ok: fitting.length === 0, found: told(fitting, query) };
  const described = elements.filter((element) => isDescribed(element, query));
  return {
    ok: fitting.length > 0,
    // Asked for by the value alone, everything would be as described.
    found: isSelective(query) && described.length > 0 ? nearly(described, query) : told(elements, query),
  };
}

function isSelective({ css, role, name, text }: ElementQuery): boolean {
  return [css, role, name, text].some((it) => it !== undefined);
}

function isDescribed(element: Seen, { role, name, text }: ElementQuery): boolean {
  if (role && element.role !== role) return false;
  if (name && !name.test(element.name)) return false;
  return !text || text.test(element.text);
}

function fits(element: Seen, query: ElementQuery): boolean {
  const { value, state } = query;
  if (!isDescribed(element, query)) return false;
  if (value && ![element.value, element.shown ?? ''].some((it) => value.test(it))) return false;
  if (state === 'checked') return element.checked === true;
  if (state === 'unchecked') return element.checked === false;
  if (state === 'enabled') return element.enabled;
  return state !== 'disabled' || !element.enabled;
}

/** Of several things of a kind those are told of that people would look at first. */
function told(elements: readonly Seen[], { role }: ElementQuery): string {
  const words = elements
    .filter((element) => !role || element.role === role)
    .map((element) => element.name || element.text)
    .filter(Boolean);
  return words.length ? words.slice(0, SHOWN).map(quoted).join(', ') : 'nothing of that kind';
}

function nearly(elements: readonly Seen[], query: ElementQuery): string {
  return elements
    .slice(0, SHOWN)
    .map((element) => [calledBy(element, query), ...differing(element, query)].join(', '))
    .join('; ');
}

/** A selector says best which field is meant that has no name, or only its options for one. */
function calledBy({ role, name, text, shown, value }: Seen, { css }: ElementQuery): string {
  const isField = (shown ?? value) !== '';
  const words = css !== undefined && isField && name === text ? '' : name || text;
  return words === '' ? (css ?? (role || 'an element')) : quoted(words);
}

function differing(element: Seen, { value, state }: ElementQuery): string[] {
  const { checked, enabled } = element;
  const out: string[] = [];
  if (value) {
    const has = element.shown ?? element.value;
    out.push(has === '' ? 'without a value' : `with the value ${quoted(has)}`);
  }
  if (state === 'checked' || state === 'unchecked')
    out.push(checked === undefined ? 'neither checked nor unchecked' : checked ? 'checked' : 'unchecked');
  if (state === 'enabled' || state === 'disabled') out.push(enabled ? 'enabled' : 'disabled');
  return out;
}

const quoted = (text: string): string => `“${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`;
