/** Converts quantities in different units to comparable numbers: "900 KB" and "3 MB", "40 cm" and "1.2 m". */
import { UNITS } from '../lexicon/units.js';
import { collapseSpaces } from '../text.js';

const QUANTITY = /^[~≈]? ?(\d[\d.,]*) ?(\p{L}*)\.?$/u;

/** Reads "1,200", "1.5" and "1,5". A comma before exactly three digits separates thousands. */
const readNumber = (figures: string): number =>
  Number(
    /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(figures) ? figures.replaceAll(',', '') : figures.replace(',', '.'),
  );

function findFactor(unit: string, dimension: string): number | undefined {
  const units = UNITS[dimension]!;
  return units[unit] ?? units[unit.replace(/s$/u, '')];
}

/**
 * Rewrites the values as numbers in one unit, if they are quantities of the same kind in different units. All become ''
 * if their units cannot be compared. Other values stay as they are.
 */
export function normalizeUnits(values: readonly string[]): string[] {
  const quantities = values.map((value) => QUANTITY.exec(collapseSpaces(value).trim()));
  const units = quantities.map((quantity) => quantity?.[2]!.toLowerCase());
  if (units.includes(undefined) || new Set(units).size < 2) return [...values];
  const dimension = Object.keys(UNITS).find((name) =>
    units.every((unit) => findFactor(unit!, name) !== undefined),
  );
  if (dimension === undefined) return values.map(() => '');
  return quantities.map((quantity, i) =>
    String(Number((readNumber(quantity![1]!) * findFactor(units[i]!, dimension)!).toPrecision(12))),
  );
}
