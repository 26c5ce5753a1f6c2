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

/** Creates titles from scenario names. Duplicate names get their folder as a prefix, and their id if still ambiguous. */
export function createTitles(scenarios: readonly { name: string; file: string; id: string }[]): string[] {
  const countTitles = (titles: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
    return counts;
  };
  const names = scenarios.map(({ name }) => name.trim().replace(/\s+/g, ' '));
  const nameCounts = countTitles(names);
  const withFolder = names.map((name, i) => {
    const { id, file } = scenarios[i]!;
    const folder = id.includes('/') ? dirname(id) : basename(dirname(file));
    return (nameCounts.get(name) ?? 0) > 1 ? `${folder} › ${name}` : name;
  });
  const titleCounts = countTitles(withFolder);
  return withFolder.map((title, i) =>
    (titleCounts.get(title) ?? 0) > 1 ? `${title} (${scenarios[i]!.id})` : title,
  );
}

export const toPlaywrightTags = (tags: readonly string[]): string[] =>
  tags.map((tag) => (tag.startsWith('@') ? tag : `@${tag}`));

/** Whether a scenario's path or name contains one of the words. */
export function matchesFilter(
  { name, shown }: { name: string; shown: string },
  filters: readonly string[],
): boolean {
  const searchedTexts = [name, shown.split(sep).join('/')].map((text) => text.toLowerCase());
  return filters.some((word) => searchedTexts.some((text) => text.includes(word.toLowerCase())));
}
