/** From a file to a YAML tree, or to complaints that say where and why not. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CST, Parser, parseDocument, type ParsedNode, type YAMLError } from 'yaml';

import { Problem } from '../contract/index.js';
import { Complaints } from './complaints.js';
import { didYouMean } from './suggest.js';

/** A scenario is a page of text; what is larger is another file. */
const MOST_BYTES = 256 * 1024;
/** The language itself nests about eight deep; JSON bodies may go deeper. Far more exhausts the parser's stack. */
const MOST_LEVELS = 60;

export interface YamlSource {
  file: string;
  text: string;
  root: ParsedNode | null;
}

export function readText(file: string): string {
  const stat = attempt(file, () => statSync(file));
  if (stat.isDirectory()) {
    throw new Problem('usage', `${file} is a folder, not a scenario file.`, 'Name one file in it.');
  }
  if (!stat.isFile()) throw new Problem('usage', `${file} is not an ordinary file.`, 'Name a scenario file.');
  if (stat.size > MOST_BYTES) {
    throw new Problem(
      'usage',
      `${file} has ${Math.ceil(stat.size / 1024)} KB, more than the ${MOST_BYTES / 1024} KB that a scenario may have.`,
      'Check that it is a scenario file; split it if it is.',
    );
  }
  return decode(
    file,
    attempt(file, () => readFileSync(file)),
  );
}

export function parseYaml(file: string, text: string): YamlSource {
  const complaints = new Complaints(file, text);
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    complaints.add(control.index, [], `this is not text: it has the control character U+${code} here`);
    complaints.throwIfAny();
  }
  const alone = /\r(?!\n)/.exec(text);
  if (alone) {
    complaints.add(
      alone.index,
      [],
      'this line ends in a carriage return alone, which YAML tools do not take for a line end; save the file with LF or CRLF line ends',
    );
    complaints.throwIfAny();
  }
  const deep = tooDeep(text);
  if (deep !== null) {
    complaints.add(deep, [], `lists and maps are nested more than ${MOST_LEVELS} deep here`);
    complaints.throwIfAny();
  }
  const document = parseDocument(text, { prettyErrors: false, strict: true, uniqueKeys: true, merge: false });
  // One mistake makes the parser stumble several times on its line; the first time is the one to read.
  const lines = new Set<number>();
  for (const error of [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0])) {
    const line = lineAt(text, error.pos[0]).start;
    if (lines.has(line)) continue;
    lines.add(line);
    const { offset, sentence } = explain(error, text);
    complaints.add(offset, [], sentence);
  }
  complaints.throwIfAny();
  return { file, text, root: document.contents };
}

function attempt<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      const hint = didYouMean(basename(file), neighbours(file));
      throw new Problem(
        'usage',
        `There is no file ${file}.${hint}`,
        'Check the path; scenario files end in .scenario.yaml.',
        { cause: error },
      );
    }
    const why = code === 'EACCES' || code === 'EPERM' ? 'permission was denied' : code || String(error);
    throw new Problem('usage', `${file} cannot be read: ${why}.`, 'Check the path and its permissions.', {
      cause: error,
    });
  }
}

function neighbours(file: string): string[] {
  try {
    return readdirSync(join(dirname(file))).filter((name) => /\.ya?ml$/.test(name));
  } catch {
    return [];
  }
}

function decode(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [a, b] = bytes;
    const utf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
    // What decodes without loss is the text up to the first bad byte.
    const loose = bytes.toString('utf8');
    const back = Buffer.from(loose, 'utf8');
    let same = 0;
    while (same < bytes.length && bytes[same] === back[same]) same++;
    const good = bytes
      .subarray(0, same)
      .toString('utf8')
      .replace(/\uFFFD+$/, '');
    const complaints = new Complaints(file, loose);
    const sentence = utf16 ? 'the file is UTF-16' : 'the file is not UTF-8 text from here on';
    complaints.add(utf16 ? 0 : good.length, [], `${sentence}; save it as UTF-8`);
    complaints.throwIfAny();
    throw new Error('unreachable');
  }
}

/**
 * Where nesting goes too deep, if it does. The check runs on the concrete syntax tree, which is built without
 * recursion: the composer after it recurses, and on 20,000 levels it takes the process down with it.
 */
function tooDeep(text: string): number | null {
  const open: { token: CST.Token; level: number }[] = [];
  for (const token of new Parser().parse(text)) open.push({ token, level: 0 });
  let first: number | null = null;
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, level } = next;
    if (level > MOST_LEVELS) {
      first = Math.min(first ?? Infinity, token.offset);
      continue;
    }
    if (token.type === 'document' && token.value) open.push({ token: token.value, level });
    if (!('items' in token)) continue;
    for (const item of token.items) {
      if (item.key) open.push({ token: item.key, level: level + 1 });
      if (item.value) open.push({ token: item.value, level: level + 1 });
    }
  }
  return first;
}

function lineAt(text: string, offset: number): { start: number; line: string } {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return { start, line: text.slice(start, end < 0 ? undefined : end) };
}

/** The parser's message in an author's words, at the place the author has to look at. */
function explain(error: YAMLError, text: string): { offset: number; sentence: string } {
  const offset = error.pos[0];
  const { start, line } = lineAt(text, offset);
  const bare = /(?:^|[:\-[{,])\s*(?<braces>\{\{)/d.exec(line)?.indices?.groups?.['braces']?.[0];
  if (bare !== undefined && error.code !== 'DUPLICATE_KEY' && error.code !== 'TAB_AS_INDENT') {
    return {
      offset: start + bare,
      sentence: 'text that starts with {{…}} needs quotes around it: "{{name}} …"',
    };
  }
  const token = text.slice(offset, error.pos[1]).split('\n')[0] ?? '';
  const key = /^[^:\n]*/.exec(text.slice(offset))?.[0].trim() ?? '';
  const sentence = ((): string => {
    switch (error.code) {
      case 'TAB_AS_INDENT':
        return 'the line is indented with a tab; YAML takes spaces only';
      case 'DUPLICATE_KEY':
        return `the key "${key}" stands here a second time; a map has each key once`;
      case 'MISSING_CHAR':
        if (/quote/.test(error.message)) return 'a quoted text is not closed: its last quote is missing';
        if (/- indicator/.test(error.message))
          return 'the indentation does not fit: this is neither an entry "- …" nor part of one';
        if (/^Missing ,|comma/.test(error.message))
          return 'a comma is missing before this, or a bracket before this is not closed';
        if (/Implicit map keys/.test(error.message)) return withoutColon(line);
        if (/space after :/.test(error.message)) return 'a colon needs a space after it';
        return `something is missing here (${error.message})`;
      case 'MULTILINE_IMPLICIT_KEY':
      case 'BLOCK_AS_IMPLICIT_KEY':
        if (!line.includes(':')) return withoutColon(line);
        return 'this reads as a key inside a value: put quotes around a text with ": " in it, or correct the indentation';
      case 'BAD_INDENT':
        return /Flow/.test(error.message)
          ? 'a list or map in brackets is not closed before this line'
          : 'the indentation does not fit: entries of one list or map start in the same column';
      case 'BAD_SCALAR_START':
        return `a text cannot start with ${text[offset]}; put quotes around it`;
      case 'TAG_RESOLVE_FAILED':
        return `${token || 'this'} starts with !, which YAML reads as a tag; put quotes around the text`;
      case 'BAD_DQ_ESCAPE':
        return `${token} is not an escape that YAML knows; in "…" write \\\\ for a backslash, or use '…'`;
      case 'MULTIPLE_DOCS':
        return 'a second document starts here (---); a file holds one scenario';
      case 'UNEXPECTED_TOKEN':
        return `"${(lineAt(text, offset).line.slice(offset - start) || token).trim().slice(0, 40)}" is not expected here`;
      default:
        return `this is not valid YAML (${error.message.split('\n')[0]})`;
    }
  })();
  return { offset, sentence };
}

function withoutColon(line: string): string {
  return `"${line.trim().slice(0, 40)}" has no colon; the entries of a map are "key: value"`;
}
