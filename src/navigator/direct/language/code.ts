/** Finds data pasted into a line: `[{"id": "a"}]`. It is one literal value, including its quotes. */

const START = /[[{](?=\s*["[{])/gu;

/** Returns the index after the bracket that closes the one at `from`; -1 if none does. Ignores brackets in strings. */
function closingIndex(text: string, from: number): number {
  const open: string[] = [];
  let inString = false;
  for (let i = from; i < text.length; i++) {
    const c = text[i]!;
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '[' || c === '{') open.push(c === '[' ? ']' : '}');
    else if (c === ']' || c === '}') {
      if (open.pop() !== c) return -1;
      if (open.length === 0) return i + 1;
    }
  }
  return -1;
}

/** Replaces each piece of data in the line with the result of `put`. */
export function replaceCode(line: string, put: (code: string) => string): string {
  let out = '';
  let done = 0;
  START.lastIndex = 0;
  for (let at = START.exec(line); at; at = START.exec(line)) {
    const end = closingIndex(line, at.index);
    if (end < 0) continue;
    out += line.slice(done, at.index) + put(line.slice(at.index, end));
    START.lastIndex = done = end;
  }
  return out + line.slice(done);
}
