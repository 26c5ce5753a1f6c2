/** Assigns small numbers to a page's nodes. A node keeps its number as long as the main frame's document is open. */
import type { IsolatedWorld } from '../isolated-world.js';

/**
 * Creates a function that returns a numbering function for each document, which is identified by its isolated world.
 * The numbering function assigns numbers from 1 to keys.
 */
export function createStableNumbers(): (world: IsolatedWorld) => (key: string) => number {
  const numbersByWorld = new WeakMap<IsolatedWorld, Map<string, number>>();
  return (world) => {
    const numbers = numbersByWorld.get(world) ?? new Map<string, number>();
    numbersByWorld.set(world, numbers);
    return (key) => {
      const nodeNumber = numbers.get(key) ?? numbers.size + 1;
      numbers.set(key, nodeNumber);
      return nodeNumber;
    };
  };
}
