/** Small numbers for the nodes of a page. A node keeps its number as long as the document of the main frame lives. */
import type { IsolatedWorld } from '../isolated-world.js';

/** Returns a function that returns the number of each key in a document, counted from 1. */
export function createStableNumbers(): (world: IsolatedWorld) => (key: string) => number {
  const numbersOf = new WeakMap<IsolatedWorld, Map<string, number>>();
  return (world) => {
    const numbers = numbersOf.get(world) ?? new Map<string, number>();
    numbersOf.set(world, numbers);
    return (key) => {
      const number = numbers.get(key) ?? numbers.size + 1;
      numbers.set(key, number);
      return number;
    };
  };
}
