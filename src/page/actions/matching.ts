/** Which of the things offered is the one that is meant. Pure. */

export interface Offered {
  value: string;
  label: string;
  group?: string;
}

export const folded = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

const same = (a: string, b: string): boolean => folded(a) === folded(b);

/** Minutes since midnight of `14:30`, `2:30 pm`, `14.30`, `2 PM`; null for anything else. */
export function timeOf(text: string): number | null {
  const match = /^\s*(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*([ap])?\.?\s*(m\.?)?\s*$/i.exec(text);
  if (!match || (match[2] === undefined && !match[3])) return null;
  const hours = Number(match[1]);
  const minutes = Number(match[2] ?? 0);
  const half = match[3]?.toLowerCase();
  if (hours > 23 || minutes > 59 || (half && (hours < 1 || hours > 12))) return null;
  return ((half ? hours % 12 : hours) + (half === 'p' ? 12 : 0)) * 60 + minutes;
}

/** By value, then label, then group and label, then as a time of day, then the only label with the words in it. */
export function findOption<T extends Offered>(options: readonly T[], wanted: string): T | null {
  const exact =
    options.find((o) => o.value === wanted && o.value !== '') ??
    options.find((o) => same(o.label, wanted)) ??
    options.find((o) => o.value === wanted) ??
    options.find((o) => same(o.value, wanted)) ??
    options.find(
      (o) =>
        o.group && [' ', ': ', ' / ', ' > ', ' - '].some((gap) => same(`${o.group}${gap}${o.label}`, wanted)),
    );
  if (exact) return exact;
  const time = timeOf(wanted);
  if (time !== null) {
    const at = options.find((o) => timeOf(o.label) === time);
    if (at) return at;
  }
  const words = folded(wanted);
  const within = options.filter((o) => folded(o.label).includes(words));
  return words && within.length === 1 ? within[0]! : null;
}

/** Every one of a comma-separated list; the names of those that are not offered. */
export function findSeveral<T extends Offered>(
  options: readonly T[],
  wanted: string,
): { found: T[]; missing: string[] } {
  const whole = findOption(options, wanted);
  if (whole) return { found: [whole], missing: [] };
  const found: T[] = [];
  const missing: string[] = [];
  for (const part of wanted.split(/\s*[,;\n]\s*/).filter(Boolean)) {
    const one = findOption(options, part);
    if (one) found.push(one);
    else missing.push(part);
  }
  return { found, missing };
}

/** What is offered, in a sentence. */
export function offers(labels: readonly string[]): string {
  const shown = [...new Set(labels)].filter(Boolean);
  if (!shown.length) return 'it offers nothing';
  return `it offers ${shown.slice(0, 12).join(', ')}${shown.length > 12 ? ' …' : ''}`;
}
