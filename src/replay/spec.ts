import type { ReplayScript } from '../contract/index.js';
export function writeSpec(
  script: ReplayScript,
  startUrl: string | undefined,
): { text: string; warnings: string[] } {
  return { text: `${script.name}${startUrl}`, warnings: [] };
}
