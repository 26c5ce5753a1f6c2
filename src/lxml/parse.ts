/** Parses HTML into a tree. Only this file uses parse5, whose tokenizer produces the same tokens as libxml2 2.14. */
import { type Token, Tokenizer, TokenizerMode } from 'parse5';

import { TreeBuilder } from './builder.js';
import { toFromStringResult } from './from-string.js';
import { BOOLEAN_ATTRIBUTES, type ContentMode } from './rules.js';
import type { LxmlAttribute, LxmlDocument } from './tree.js';

export interface ParseOptions {
  /**
   * Maximum number of open elements; parsing stops at the next one, as in lxml, whose limit (256) is the
   * default. Pass `Infinity` to parse pages that are nested more deeply.
   */
  maxDepth?: number;
}

const LXML_MAX_DEPTH = 256;

const TOKENIZER_MODES = {
  markup: TokenizerMode.DATA,
  rcdata: TokenizerMode.RCDATA,
  rawtext: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
} satisfies Record<ContentMode, unknown>;

/** Parses like `lxml.html.fromstring`. Returns null if the text has no element; the library raises an error then. */
export function parseHtml(
  html: string,
  { maxDepth = LXML_MAX_DEPTH }: ParseOptions = {},
): LxmlDocument | null {
  // Token offsets refer to this text.
  const source = html.replace(/\r\n?/g, '\n');
  const builder = new TreeBuilder(maxDepth);
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (token) => {
        const mode = builder.addStartTag(token.tagName, attributesOf(token, source), token.selfClosing);
        tokenizer.state = TOKENIZER_MODES[mode];
      },
      onEndTag: (token) => builder.addEndTag(token.tagName),
      onCharacter: (token) => builder.addText(token.chars, false),
      onWhitespaceCharacter: (token) => builder.addText(token.chars, true),
      onNullCharacter: (token) => builder.addText('\ufffd'.repeat(token.chars.length), false),
      onComment: (token) => builder.addComment(token.data),
      onDoctype: () => {},
      onEof: () => {},
    },
  );
  tokenizer.write(source, true);
  return toFromStringResult(source, builder.roots);
}

function attributesOf(token: Token.TagToken, source: string): LxmlAttribute[] {
  return token.attrs.map(({ name, value }) => {
    const isBareAttribute = value === '' && lacksEqualsSign(token, name, source);
    return {
      name,
      value: isBareAttribute && BOOLEAN_ATTRIBUTES.has(name) ? name : value,
      isBare: isBareAttribute,
    };
  });
}

/** Whether the attribute has no `=` in the source. The tokenizer reports the same value for `a` and `a=""`. */
function lacksEqualsSign(token: Token.TagToken, name: string, source: string): boolean {
  const location = token.location?.attrs?.[name];
  // A leading equals sign belongs to the name.
  return location !== undefined && !source.slice(location.startOffset + 1, location.endOffset).includes('=');
}
