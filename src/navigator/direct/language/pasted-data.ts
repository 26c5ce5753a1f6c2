/** Finds JSON pasted into a line: `[{"id": "a"}]`. It is one literal value, including its quotes. */

const START = /[[{](?=\s*["[{])/gu;

/** Returns the index after the bracket that closes the one at `from`; -1 without it. Ignores brackets in strings. */
function findClosingIndex(text: string, from: number): number {
  const expectedBrackets: string[] = [];
  let inString = false;
  for (let i = from; i < text.length; i++) {
    const c = text[i]!;
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '[' || c === '{') expectedBrackets.push(c === '[' ? ']' : '}');
    else if (c === ']' || c === '}') {
      if (expectedBrackets.pop() !== c) return -1;
      if (expectedBrackets.length === 0) return i + 1;
    }
  }
  return -1;
}

/** Replaces each JSON value in the line with the result of `replace`. */
export function replaceCode(line: string, replace: (code: string) => string): string {
  let result = '';
  let copiedTo = 0;
  START.lastIndex = 0;
  for (let at = START.exec(line); at; at = START.exec(line)) {
    const end = findClosingIndex(line, at.index);
    if (end < 0) continue;
    result += line.slice(copiedTo, at.index) + replace(line.slice(at.index, end));
    START.lastIndex = copiedTo = end;
  }
  return result + line.slice(copiedTo);
}
