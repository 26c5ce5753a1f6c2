/** Selects the outline lines that fit into a token budget, and marks every gap between them. */
import { formatLine, listNumbers, listParents, type LineFormat, type OutlineLine } from './lines.js';

export type CountTokens = (text: string) => number;

/** Tokens in a line that marks a gap, including indentation. */
const GAP_TOKENS = 8;

export interface WrittenOutline {
  lines: string[];
  /** Numbers of the controls in the lines. */
  shownNumbers: number[];
  /** The outline lines that are left out. */
  omittedLines: OutlineLine[];
}

/** An outline line with its priority. Its text and token count are computed on demand. */
class CountedLine {
  #text: string | null = null;
  #tokens: number | null = null;

  constructor(
    readonly line: OutlineLine,
    readonly priority: number,
    private readonly format: LineFormat,
    private readonly countTokens: CountTokens,
  ) {}

  get text(): string {
    return (this.#text ??= indent(this.line) + formatLine(this.line, this.format));
  }

  get tokens(): number {
    return (this.#tokens ??= this.countTokens(this.text) + 1);
  }
}

/**
 * @param budget maximum total tokens of the lines
 * @param getPriority lines with the lowest priority are omitted first
 */
export function writeOutline(
  outline: readonly OutlineLine[],
  budget: number,
  countTokens: CountTokens,
  getPriority: (line: OutlineLine) => number,
  format: LineFormat,
): WrittenOutline {
  const countedLines = outline.map((line) => new CountedLine(line, getPriority(line), format, countTokens));
  const selectedLines = fitsBudget(countedLines, budget)
    ? new Set(outline)
    : selectLines(countedLines, budget);
  return writeSelected(countedLines, selectedLines);
}

/** Whether all lines fit. Stops counting as soon as the budget is exceeded. */
function fitsBudget(countedLines: readonly CountedLine[], budget: number): boolean {
  let tokens = 0;
  return countedLines.every((line) => (tokens += line.tokens) <= budget);
}

const indent = (line: OutlineLine): string => '  '.repeat(listParents(line).length);

/** Lines that are written together. */
interface Group {
  lines: OutlineLine[];
  priority: number;
}

function groupLines(countedLines: readonly CountedLine[]): Group[] {
  const groups = new Map<number, Group>();
  for (const { line, priority } of countedLines) {
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

/** Selects the groups with the highest priority that fit, with the titles above them. */
function selectLines(countedLines: readonly CountedLine[], budget: number): Set<OutlineLine> {
  const countedByLine = new Map(countedLines.map((each) => [each.line, each]));
  const selectedLines = new Set<OutlineLine>();
  const groups = groupLines(countedLines);
  const computeCost = (lines: ReadonlySet<OutlineLine>): number => countSelectedTokens(countedLines, lines);
  const sumTokens = (lines: Iterable<OutlineLine>): number => {
    let total = 0;
    for (const line of lines) total += countedByLine.get(line)!.tokens;
    return total;
  };
  const addGroup = ({ lines }: Group, available: number): number => {
    const addedLines = new Set(lines.flatMap((line) => [...listParents(line), line]));
    for (const line of addedLines) if (selectedLines.has(line)) addedLines.delete(line);
    const cost = sumTokens(addedLines);
    if (cost > available) return 0;
    for (const line of addedLines) selectedLines.add(line);
    return cost;
  };
  // Gap marks cost tokens too, and are known only after the selection.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let available = budget - computeCost(selectedLines);
    const availableBefore = available;
    for (const group of groups) {
      if (available < GAP_TOKENS) break;
      available -= addGroup(group, available);
    }
    fillSmallGaps(countedLines, selectedLines);
    if (available === availableBefore || computeCost(selectedLines) > budget) break;
  }
  const groupsWeakestFirst = groups.toReversed();
  for (
    let excess = computeCost(selectedLines) - budget;
    excess > 0 && selectedLines.size > 0;
    excess = computeCost(selectedLines) - budget
  ) {
    let removedTokens = 0;
    for (const { lines } of groupsWeakestFirst) {
      if (removedTokens >= excess) break;
      const removedLines = lines.filter((line) => selectedLines.delete(line));
      removedTokens += sumTokens(removedLines);
      for (const line of removedLines) dropEmptyTitles(line, selectedLines);
    }
    if (removedTokens === 0) selectedLines.clear();
  }
  return selectedLines;
}

/** Rounds that fill the remaining budget. */
const MAX_ROUNDS = 4;

/** Adds the lines of gaps that cost no more tokens than the gap mark. */
function fillSmallGaps(countedLines: readonly CountedLine[], selectedLines: Set<OutlineLine>): void {
  let gap: CountedLine[] = [];
  const endGap = (): void => {
    // A longer gap costs more tokens, so its lines need not be counted.
    if (gap.length <= GAP_TOKENS / 3 && gap.reduce((sum, { tokens }) => sum + tokens, 0) <= GAP_TOKENS)
      for (const { line } of gap) selectedLines.add(line);
    gap = [];
  };
  for (const each of countedLines)
    if (selectedLines.has(each.line)) endGap();
    else gap.push(each);
  endGap();
}

/** Removes the titles above a removed line that have no other line left below them. */
function dropEmptyTitles({ parent }: OutlineLine, selectedLines: Set<OutlineLine>): void {
  if (!parent || !selectedLines.has(parent)) return;
  for (const line of selectedLines) if (line.parent === parent) return;
  selectedLines.delete(parent);
  dropEmptyTitles(parent, selectedLines);
}

/** Counts the tokens of the selected lines and the gap marks. */
function countSelectedTokens(
  countedLines: readonly CountedLine[],
  selectedLines: ReadonlySet<OutlineLine>,
): number {
  let tokens = 0;
  let isInGap = false;
  for (const each of countedLines) {
    const isSelected = selectedLines.has(each.line);
    if (isSelected) tokens += each.tokens;
    else if (!isInGap) tokens += GAP_TOKENS;
    isInGap = !isSelected;
  }
  return tokens;
}

function writeSelected(
  countedLines: readonly CountedLine[],
  selectedLines: ReadonlySet<OutlineLine>,
): WrittenOutline {
  const lines: string[] = [];
  const shownNumbers: number[] = [];
  const omittedLines: OutlineLine[] = [];
  let gap: OutlineLine[] = [];
  const endGap = (): void => {
    if (gap.length) lines.push(formatGap(gap));
    gap = [];
  };
  for (const each of countedLines) {
    const { line } = each;
    if (!selectedLines.has(line)) {
      gap.push(line);
      omittedLines.push(line);
      continue;
    }
    endGap();
    lines.push(each.text);
    shownNumbers.push(...listNumbers(line));
  }
  endGap();
  return { lines, shownNumbers, omittedLines };
}

/** Formats a gap mark such as `… 5 rows (28–32)` or `… 12 lines`. */
function formatGap(gap: readonly OutlineLine[]): string {
  const [first, last] = [gap[0]!, gap.at(-1)!];
  const rows = gap.filter(({ row, parent }) => row > 0 && parent === first.parent);
  const depth = indent(listParents(last).length < listParents(first).length ? last : first);
  if (rows.length === gap.length)
    return `${depth}… ${gap.length === 1 ? `row ${first.row}` : `${gap.length} rows (${first.row}–${last.row})`}`;
  return `${depth}… ${gap.length === 1 ? '1 line' : `${gap.length} lines`}`;
}

/** Writes lines in outline order, with their titles, until the budget is used up. */
export function writeExcerpt(
  outline: readonly OutlineLine[],
  selectedLines: ReadonlySet<OutlineLine>,
  budget: number,
  countTokens: CountTokens,
  format: LineFormat,
): { lines: string[]; shownNumbers: number[]; includedLines: Set<OutlineLine> } {
  const lines: string[] = [];
  const shownNumbers: number[] = [];
  const includedLines = new Set<OutlineLine>();
  let remainingTokens = budget;
  for (const line of outline) {
    if (!selectedLines.has(line)) continue;
    const addedLines = [...listParents(line).filter((parent) => !includedLines.has(parent)), line];
    const addedTexts = addedLines.map((each) => indent(each) + formatLine(each, format));
    const cost = addedTexts.reduce((sum, text) => sum + countTokens(text) + 1, 0);
    if (cost > remainingTokens && includedLines.size > 0) break;
    remainingTokens -= cost;
    for (const each of addedLines) {
      if (includedLines.has(each)) continue;
      includedLines.add(each);
      shownNumbers.push(...listNumbers(each));
    }
    lines.push(...addedTexts);
  }
  return { lines, shownNumbers, includedLines };
}
