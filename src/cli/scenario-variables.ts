/** `--var name=value`, as often as it is given. */
import { Problem } from '../contract/index.js';

export function variables(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1)
        throw new Problem(
          'usage',
          `--var needs name=value, not “${pair}”.`,
          'For example --var BASE=http://127.0.0.1:3000',
        );
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
