/** Rewords the YAML parser's errors and moves each to the position of the mistake. */
import { Lexer, type YAMLError } from 'yaml';

export function findLine(text: string, offset: number): { start: number; line: string } {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return { start, line: text.slice(start, end < 0 ? undefined : end) };
}

export function rewordYamlError(error: YAMLError, text: string): { offset: number; sentence: string } {
  const offset = error.pos[0];
  const { start, line } = findLine(text, offset);
  const bracesOffset = /(?:^|[:\-[{,])\s*(?<braces>\{\{)/d.exec(line)?.indices?.groups?.['braces']?.[0];
  if (bracesOffset !== undefined && error.code !== 'DUPLICATE_KEY' && error.code !== 'TAB_AS_INDENT') {
    return {
      offset: start + bracesOffset,
      sentence: 'text that starts with {{…}} needs quotes around it: "{{name}} …"',
    };
  }
  if (error.code === 'MISSING_CHAR' && /closing ["']quote/.test(error.message)) {
    return {
      offset: findOpeningQuote(text) ?? offset,
      sentence: 'the text that starts here has no closing quote',
    };
  }
  const token = text.slice(offset, error.pos[1]).split('\n')[0] ?? '';
  const key = /^[^:\n]*/.exec(text.slice(offset))?.[0].trim() ?? '';
  const sentence = ((): string => {
    switch (error.code) {
      case 'TAB_AS_INDENT':
        return 'the line is indented with a tab; YAML allows only spaces';
      case 'DUPLICATE_KEY':
        return `the key "${key}" occurs twice; each key may occur only once in a map`;
      case 'MISSING_CHAR':
        if (/- indicator/.test(error.message))
          return 'the indentation is wrong: this is neither an entry "- …" nor part of one';
        if (/^Missing ,|comma/.test(error.message))
          return 'a comma is missing before this, or a bracket before this is not closed';
        if (/Implicit map keys/.test(error.message)) return describeMissingColon(line);
        if (/space after :/.test(error.message)) return 'a colon needs a space after it';
        return `something is missing here (${error.message})`;
      case 'MULTILINE_IMPLICIT_KEY':
      case 'BLOCK_AS_IMPLICIT_KEY':
        if (!line.includes(':')) return describeMissingColon(line);
        if (MISSING_SPACE.test(line)) return describeMissingSpace(line);
        return 'this reads as a key inside a value: put quotes around text with ": " in it, or correct the indentation';
      case 'BAD_INDENT':
        return /Flow/.test(error.message)
          ? 'a list or map in brackets is not closed before this line'
          : 'the indentation is wrong: entries of one list or map start in the same column';
      case 'BAD_SCALAR_START':
        return `text cannot start with ${text[offset]}; put quotes around it`;
      case 'TAG_RESOLVE_FAILED':
        return `${token || 'this'} starts with !, which YAML reads as a tag; put quotes around the text`;
      case 'BAD_DQ_ESCAPE':
        return `${token} is not an escape that YAML knows; in "…" write \\\\ for a backslash, or use '…'`;
      case 'MULTIPLE_DOCS':
        return 'a second document starts here (---); a file may contain only one';
      case 'UNEXPECTED_TOKEN':
        return `"${(line.slice(offset - start) || token).trim().slice(0, 40)}" does not belong here${explainEarlyEnd(text, offset)}`;
      default:
        return `this is not valid YAML (${error.message.split('\n')[0]})`;
    }
  })();
  return { offset, sentence };
}

/** A key and value without a space between them: `name:x`. URLs are excluded. */
const MISSING_SPACE = /^[\s-]*([a-z]\w*):(?!\/\/)\S/;

export function describeMissingSpace(line: string): string {
  const [, key = ''] = MISSING_SPACE.exec(line) ?? [];
  const value = line.slice(line.indexOf(`${key}:`) + key.length + 1).trim();
  return `a colon needs a space after it: "${key}: ${value.slice(0, 40)}"`;
}

export function lacksSpaceAfterColon(text: string): boolean {
  return MISSING_SPACE.test(text);
}

/** Explains why YAML considers the value before this text complete. */
function explainEarlyEnd(text: string, offset: number): string {
  const lastCharacter = text.slice(0, offset).trimEnd().at(-1) ?? '';
  if (lastCharacter === "'")
    return `; the text ends at the ' before it: put "…" around it, or write '' for each ' in it`;
  if (lastCharacter === '"')
    return `; the text ends at the " before it: put '…' around it, or write \\" for each " in it`;
  if (lastCharacter === ']' || lastCharacter === '}')
    return `; the brackets before it are complete: put quotes around text that starts with one`;
  return '';
}

function describeMissingColon(line: string): string {
  return `"${line.trim().slice(0, 40)}" has no colon; the entries of a map are "key: value"`;
}

/** Finds the start of an unterminated quoted text. The parser reports the end of the file instead. */
function findOpeningQuote(text: string): number | null {
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const [quote] = lexeme;
    const isUnterminated =
      (quote === '"' || quote === "'") && (lexeme.length === 1 || !lexeme.endsWith(quote));
    if (isUnterminated) return offset;
    // The lexer's own markers, such as the start of a document, take up no space in the text.
    if (!/^[\u0002\u0018\u001f]$/.test(lexeme)) offset += lexeme.length;
  }
  return null;
}
