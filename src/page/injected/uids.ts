/**
 * Element ids in WebLINX format (spec 1.7: 8-4-4 hex, third group starts with 4). The isolated world keeps them in a
 * WeakMap, so they are invisible to the page and live as long as their element.
 */

const uidOf = new WeakMap<Element, string>();
const elementOf = new Map<string, WeakRef<Element>>();
/** Removes the ids of garbage-collected elements. Otherwise pages that keep re-rendering would leak memory. */
const deadElements = new FinalizationRegistry<string>((id) => elementOf.delete(id));
let seed = 0;
let count = 0;

/** The first snapshot of a document sets its seed, so that the documents of a session never share an id. */
export function seedUids(value: number): void {
  if (!seed) seed = value;
}

/** murmur3 finaliser. Ids depend only on the seed and the element's number, so they are reproducible. */
function mix(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export function uid(element: Element): string {
  const existing = uidOf.get(element);
  if (existing) return existing;
  const elementNumber = ++count;
  const first = mix(elementNumber + Math.imul(seed, 0x9e3779b1))
    .toString(16)
    .padStart(8, '0');
  const rest = mix(Math.imul(elementNumber, 0x27d4eb2f) ^ seed)
    .toString(16)
    .padStart(8, '0');
  const newUid = `${first}-${rest.slice(0, 4)}-4${rest.slice(4, 7)}`;
  uidOf.set(element, newUid);
  elementOf.set(newUid, new WeakRef(element));
  deadElements.register(element, newUid);
  return newUid;
}

/** The element with this id, or null if it is no longer in the page. */
export function elementByUid(id: string): Element | null {
  const element = elementOf.get(id)?.deref() ?? null;
  if (!element) elementOf.delete(id);
  return element?.isConnected ? element : null;
}
