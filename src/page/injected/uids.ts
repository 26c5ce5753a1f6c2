/**
 * Element ids in WebLINX form (spec 1.7: 8-4-4 hex, third group starts with 4), kept in a WeakMap of
 * this isolated world: nothing on the page carries them, and they live as long as their node.
 */

const uidOf = new WeakMap<Element, string>();
const elementOf = new Map<string, WeakRef<Element>>();
/** A page that draws itself anew all day must not leave its dead elements' ids here. */
const dead = new FinalizationRegistry<string>((id) => elementOf.delete(id));
let seed = 0;
let count = 0;

/** The first look at a document gives it its seed, so that two documents of a session never share an id. */
export function seedUids(value: number): void {
  if (!seed) seed = value;
}

/** Same document number and same element count give the same id, so that runs repeat (mix: murmur3 finaliser). */
function mix(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export function uid(element: Element): string {
  const known = uidOf.get(element);
  if (known) return known;
  const n = ++count;
  const first = mix(n + Math.imul(seed, 0x9e3779b1))
    .toString(16)
    .padStart(8, '0');
  const rest = mix(Math.imul(n, 0x27d4eb2f) ^ seed)
    .toString(16)
    .padStart(8, '0');
  const made = `${first}-${rest.slice(0, 4)}-4${rest.slice(4, 7)}`;
  uidOf.set(element, made);
  elementOf.set(made, new WeakRef(element));
  dead.register(element, made);
  return made;
}

/** The live element of an id, or null when it has left the page. */
export function elementByUid(id: string): Element | null {
  const element = elementOf.get(id)?.deref() ?? null;
  if (!element) elementOf.delete(id);
  return element?.isConnected ? element : null;
}
