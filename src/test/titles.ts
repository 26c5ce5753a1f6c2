/** Titles, ids and filters of scenario tests. Pure. */
import { basename, dirname, relative, sep } from 'node:path';

const SCENARIO_EXTENSION = /(\.scenario)?\.(ya?ml|[cm]?[jt]s)$/i;

/** `shop/buy` for `scenarios/shop/buy.scenario.yaml` below `scenarios`; used in file names. */
export function scenarioId(file: string, folder: string): string {
  const path = relative(folder, file)
    .split(sep)
    .filter((part) => part !== '..');
  return path.join('/').replace(SCENARIO_EXTENSION, '');
}

/** The deepest folder that contains all files. */
export function commonFolder(files: readonly string[]): string {
  const [first = [], ...rest] = files.map((file) => dirname(file).split(sep));
  const differs = first.findIndex((part, i) => rest.some((other) => other[i] !== part));
  return first.slice(0, differs < 0 ? undefined : differs).join(sep) || sep;
}

/** Scenario names; duplicates get their folder as a prefix, then their id as a suffix if still ambiguous. */
export function createTitles(scenarios: readonly { name: string; file: string; id: string }[]): string[] {
  const times = (titles: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
    return counts;
  };
  const names = scenarios.map(({ name }) => name.trim().replace(/\s+/g, ' '));
  const ofName = times(names);
  const placed = names.map((name, i) => {
    const { id, file } = scenarios[i]!;
    const folder = id.includes('/') ? dirname(id) : basename(dirname(file));
    return (ofName.get(name) ?? 0) > 1 ? `${folder} › ${name}` : name;
  });
  const ofPlaced = times(placed);
  return placed.map((title, i) =>
    (ofPlaced.get(title) ?? 0) > 1 ? `${title} (${scenarios[i]!.id})` : title,
  );
}

export const toPlaywrightTags = (tags: readonly string[]): string[] =>
  tags.map((tag) => (tag.startsWith('@') ? tag : `@${tag}`));

/** Whether a scenario's path or name contains one of the words. */
export function matchesFilter(
  { name, shown }: { name: string; shown: string },
  wanted: readonly string[],
): boolean {
  const all = [name, shown.split(sep).join('/')].map((text) => text.toLowerCase());
  return wanted.some((word) => all.some((text) => text.includes(word.toLowerCase())));
}
