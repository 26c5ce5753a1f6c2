/** Selects the outline lines that fit a token budget, and marks every gap between them. */
import { formatLine, numbersOf, parentsOf, type LineFormat, type OutlineLine } from './lines.js';

export type CountTokens = (text: string) => number;

/** Tokens of a line that marks a gap, including its indentation. */
const GAP_TOKENS = 8;

export interface WrittenOutline {
  lines: string[];
  /** Numbers of the controls in the lines. */
  shown: number[];
  /** The lines of the outline that are left out. */
  omitted: OutlineLine[];
}

/** A line whose text and token count are computed on demand. */
class PricedLine {
  #text: string | null = null;
  #tokens: number | null = null;

  constructor(
    readonly line: OutlineLine,
    readonly priority: number,
    private readonly format: LineFormat,
    private readonly count: CountTokens,
  ) {}

  get text(): string {
    return (this.#text ??= indent(this.line) + formatLine(this.line, this.format));
  }

  get tokens(): number {
    return (this.#tokens ??= this.count(this.text) + 1);
  }
}

/**
 * @param budget maximum total tokens of the lines
 * @param priorityOf lines with the lowest priority are omitted first
 */
export function writeOutline(
  outline: readonly OutlineLine[],
  budget: number,
  count: CountTokens,
  priorityOf: (line: OutlineLine) => number,
  format: LineFormat,
): WrittenOutline {
  const priced = outline.map((line) => new PricedLine(line, priorityOf(line), format, count));
  const selected = fits(priced, budget) ? new Set(outline) : select(priced, budget);
  return write(priced, selected);
}

/** Whether all lines fit. Stops counting as soon as the budget is exceeded. */
function fits(priced: readonly PricedLine[], budget: number): boolean {
  let tokens = 0;
  return priced.every((line) => (tokens += line.tokens) <= budget);
}

const indent = (line: OutlineLine): string => '  '.repeat(parentsOf(line).length);

/** Lines that are shown together. */
interface Group {
  lines: OutlineLine[];
  priority: number;
}

function groupLines(priced: readonly PricedLine[]): Group[] {
  const groups = new Map<number, Group>();
  for (const { line, priority } of priced) {
    if (line.kind === 'title' && !line.pieces.some(({ kind }) => kind === 'control')) continue;
    const group = groups.get(line.group);
    if (!group) groups.set(line.group, { lines: [line], priority });
    else {
      group.lines.push(line);
      group.priority = Math.max(group.priority, priority);
    }
  }
  return [...groups.values()].toSorted(
    (a, b) => b.priority - a.priority || a.lines[0]!.order - b.lines[0]!.order,
  );
}

/** Selects the groups of highest priority that fit, with the titles above them. */
function select(priced: readonly PricedLine[], budget: number): Set<OutlineLine> {
  const pricedLines = new Map(priced.map((each) => [each.line, each]));
  const selected = new Set<OutlineLine>();
  const groups = groupLines(priced);
  const costOf = (lines: ReadonlySet<OutlineLine>): number => countWritten(priced, lines);
  const sum = (lines: Iterable<OutlineLine>): number => {
    let total = 0;
    for (const line of lines) total += pricedLines.get(line)!.tokens;
    return total;
  };
  const add = ({ lines }: Group, available: number): number => {
    const added = new Set(lines.flatMap((line) => [...parentsOf(line), line]));
    for (const line of added) if (selected.has(line)) added.delete(line);
    const cost = sum(added);
    if (cost > available) return 0;
    for (const line of added) selected.add(line);
    return cost;
  };
  // Gap marks cost tokens too, and are known only after the selection.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let available = budget - costOf(selected);
    const before = available;
    for (const group of groups) {
      if (available < GAP_TOKENS) break;
      available -= add(group, available);
    }
    fillSmallGaps(priced, selected);
    if (available === before || costOf(selected) > budget) break;
  }
  const weakest = groups.toReversed();
  for (
    let excess = costOf(selected) - budget;
    excess > 0 && selected.size > 0;
    excess = costOf(selected) - budget
  ) {
    let removed = 0;
    for (const { lines } of weakest) {
      if (removed >= excess) break;
      const shown = lines.filter((line) => selected.delete(line));
      removed += sum(shown);
      for (const line of shown) dropEmptyTitles(line, selected);
    }
    if (removed === 0) selected.clear();
  }
  return selected;
}

/** Rounds that fill the remaining budget. */
const MAX_ROUNDS = 4;

/** Adds the lines of gaps that are as cheap as the mark of the gap. */
function fillSmallGaps(priced: readonly PricedLine[], selected: Set<OutlineLine>): void {
  let gap: PricedLine[] = [];
  const end = (): void => {
    // A longer gap costs more, so its lines need not be counted.
    if (gap.length <= GAP_TOKENS / 3 && gap.reduce((sum, { tokens }) => sum + tokens, 0) <= GAP_TOKENS)
      for (const { line } of gap) selected.add(line);
    gap = [];
  };
  for (const each of priced)
    if (selected.has(each.line)) end();
    else gap.push(each);
  end();
}

/** Removes titles above a removed line if no other line below them is left. */
function dropEmptyTitles({ parent }: OutlineLine, selected: Set<OutlineLine>): void {
  if (!parent || !selected.has(parent)) return;
  for (const line of selected) if (line.parent === parent) return;
  selected.delete(parent);
  dropEmptyTitles(parent, selected);
}

/** Counts the tokens of the lines and the gap marks. */
function countWritten(priced: readonly PricedLine[], selected: ReadonlySet<OutlineLine>): number {
  let tokens = 0;
  let isInGap = false;
  for (const each of priced) {
    const isSelected = selected.has(each.line);
    if (isSelected) tokens += each.tokens;
    else if (!isInGap) tokens += GAP_TOKENS;
    isInGap = !isSelected;
  }
  return tokens;
}

function write(priced: readonly PricedLine[], selected: ReadonlySet<OutlineLine>): WrittenOutline {
  const lines: string[] = [];
  const shown: number[] = [];
  const omitted: OutlineLine[] = [];
  let gap: OutlineLine[] = [];
  const endGap = (): void => {
    if (gap.length) lines.push(formatGap(gap));
    gap = [];
  };
  for (const each of priced) {
    const { line } = each;
    if (!selected.has(line)) {
      gap.push(line);
      omitted.push(line);
      continue;
    }
    endGap();
    lines.push(each.text);
    shown.push(...numbersOf(line));
  }
  endGap();
  return { lines, shown, omitted };
}

/** `… 5 rows (28–32)`, `… 12 lines` */
function formatGap(gap: readonly OutlineLine[]): string {
  const [first, last] = [gap[0]!, gap.at(-1)!];
  const rows = gap.filter(({ row, parent }) => row > 0 && parent === first.parent);
  const depth = indent(parentsOf(last).length < parentsOf(first).length ? last : first);
  if (rows.length === gap.length)
    return `${depth}… ${gap.length === 1 ? `row ${first.row}` : `${gap.length} rows (${first.row}–${last.row})`}`;
  return `${depth}… ${gap.length === 1 ? '1 line' : `${gap.length} lines`}`;
}

/** Writes lines in outline order, with their titles, until the budget is used up. */
export function writeExcerpt(
  outline: readonly OutlineLine[],
  chosen: ReadonlySet<OutlineLine>,
  budget: number,
  count: CountTokens,
  format: LineFormat,
): { lines: string[]; shown: number[]; written: Set<OutlineLine> } {
  const lines: string[] = [];
  const shown: number[] = [];
  const written = new Set<OutlineLine>();
  let remaining = budget;
  for (const line of outline) {
    if (!chosen.has(line)) continue;
    const added = [...parentsOf(line).filter((parent) => !written.has(parent)), line];
    const texts = added.map((each) => indent(each) + formatLine(each, format));
    const cost = texts.reduce((sum, text) => sum + count(text) + 1, 0);
    if (cost > remaining && written.size > 0) break;
    remaining -= cost;
    for (const each of added) {
      if (written.has(each)) continue;
      written.add(each);
      shown.push(...numbersOf(each));
    }
    lines.push(...texts);
  }
  return { lines, shown, written };
}
