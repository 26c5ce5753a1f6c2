/** Creates titles and ids of scenario tests, and filters the tests. No side effects. */
import { basename, dirname, relative, sep } from 'node:path';

const SCENARIO_EXTENSION = /(\.scenario)?\.(ya?ml|[cm]?[jt]s)$/i;

/** Creates a scenario's id: `shop/buy` for `scenarios/shop/buy.scenario.yaml` in the folder `scenarios`. */
export function createScenarioId(file: string, folder: string): string {
  const segments = relative(folder, file)
    .split(sep)
    .filter((part) => part !== '..');
  return segments.join('/').replace(SCENARIO_EXTENSION, '');
}

/** Finds the deepest folder that contains all files. */
export function findCommonFolder(files: readonly string[]): string {
  const [first = [], ...rest] = files.map((file) => dirname(file).split(sep));
  const differingIndex = first.findIndex((part, i) => rest.some((other) => other[i] !== part));
  return first.slice(0, differingIndex < 0 ? undefined : differingIndex).join(sep) || sep;
}

/**
 * Creates titles from scenario names. A duplicate name is prefixed with its folder or, if still ambiguous, with its id.
 */
export function createTitles(scenarios: readonly { name: string; file: string; id: string }[]): string[] {
  const countTitles = (titles: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
    return counts;
  };
  const names = scenarios.map(({ name }) => name.trim().replace(/\s+/g, ' '));
  const nameCounts = countTitles(names);
  const titlesWithFolder = names.map((name, i) => {
    const { id, file } = scenarios[i]!;
    const folder = id.includes('/') ? dirname(id) : basename(dirname(file));
    return (nameCounts.get(name) ?? 0) > 1 ? `${folder} › ${name}` : name;
  });
  const titleCounts = countTitles(titlesWithFolder);
  return titlesWithFolder.map((title, i) =>
    (titleCounts.get(title) ?? 0) > 1 ? `${title} (${scenarios[i]!.id})` : title,
  );
}

export const toPlaywrightTags = (tags: readonly string[]): string[] =>
  tags.map((tag) => (tag.startsWith('@') ? tag : `@${tag}`));

/** Whether a scenario's path or name contains one of the filter words. */
export function matchesFilter(
  { name, displayPath }: { name: string; displayPath: string },
  filters: readonly string[],
): boolean {
  const searchedValues = [name, displayPath.split(sep).join('/')].map((text) => text.toLowerCase());
  return filters.some((word) => searchedValues.some((text) => text.includes(word.toLowerCase())));
}
