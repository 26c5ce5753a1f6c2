/**
 * Element ids in WebLINX's format: groups of 8, 4 and 4 hexadecimal digits, where the third group starts with 4. The
 * isolated world keeps them in a WeakMap, so they are invisible to the page and live as long as their element.
 */

const uidsByElement = new WeakMap<Element, string>();
const elementsByUid = new Map<string, WeakRef<Element>>();
/** Removes the ids of garbage-collected elements. Otherwise pages that keep re-rendering would leak memory. */
const deadElements = new FinalizationRegistry<string>((id) => elementsByUid.delete(id));
let seed = 0;
let elementCount = 0;

/** The first snapshot of a document sets its seed, so that the documents of a session never share an id. */
export function seedUids(value: number): void {
  if (!seed) seed = value;
}

/** murmur3 finaliser. Ids depend only on the seed and the element's number, so they are reproducible. */
function scrambleBits(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export function getUid(element: Element): string {
  const existingUid = uidsByElement.get(element);
  if (existingUid) return existingUid;
  const elementNumber = ++elementCount;
  const firstHash = scrambleBits(elementNumber + Math.imul(seed, 0x9e3779b1))
    .toString(16)
    .padStart(8, '0');
  const secondHash = scrambleBits(Math.imul(elementNumber, 0x27d4eb2f) ^ seed)
    .toString(16)
    .padStart(8, '0');
  const newUid = `${firstHash}-${secondHash.slice(0, 4)}-4${secondHash.slice(4, 7)}`;
  uidsByElement.set(element, newUid);
  elementsByUid.set(newUid, new WeakRef(element));
  deadElements.register(element, newUid);
  return newUid;
}

/** The element with this id, or null if it is no longer in the page. */
export function findElementByUid(id: string): Element | null {
  const element = elementsByUid.get(id)?.deref() ?? null;
  if (!element) elementsByUid.delete(id);
  return element?.isConnected ? element : null;
}
