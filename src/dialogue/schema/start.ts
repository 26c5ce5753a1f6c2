/** `start`: the state that a scenario begins in. */
import { count, filled, json, map, webAddress } from './shared.js';

export const start = map({
  /** After loading always an absolute address. */
  url: filled,
  reset: map({ post: webAddress, json: json.optional() }).optional(),
  viewport: map({ width: count, height: count }).optional(),
});
