/** HTML text -> tree. The one place that knows parse5, whose tokenizer reads what libxml2 2.14's reads. */
import { type Token, Tokenizer, TokenizerMode } from 'parse5';

import { TreeBuilder } from './builder.js';
import { asFromString } from './from-string.js';
import { BOOLEAN_ATTRIBUTES, type ContentMode } from './rules.js';
import type { LxmlAttribute, LxmlDocument } from './tree.js';

export interface ParseOptions {
  /**
   * Open elements at most; at the next one reading ends, as it does in lxml, whose limit (256) is the
   * default. Take `Infinity` to see the whole of a page that is nested more deeply.
   */
  maxDepth?: number;
}

const LXML_DEPTH = 256;

const MODES = {
  markup: TokenizerMode.DATA,
  rcdata: TokenizerMode.RCDATA,
  rawtext: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
} satisfies Record<ContentMode, unknown>;

/** As `lxml.html.fromstring`; null where that raises because there is no element at all. */
export function parseHtml(html: string, { maxDepth = LXML_DEPTH }: ParseOptions = {}): LxmlDocument | null {
  // Offsets of tokens are offsets in this text.
  const source = html.replace(/\r\n?/g, '\n');
  const builder = new TreeBuilder(maxDepth);
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (token) => {
        const mode = builder.startTag(token.tagName, attributesOf(token, source), token.selfClosing);
        tokenizer.state = MODES[mode];
      },
      onEndTag: (token) => builder.endTag(token.tagName),
      onCharacter: (token) => builder.text(token.chars, false),
      onWhitespaceCharacter: (token) => builder.text(token.chars, true),
      onNullCharacter: (token) => builder.text('\ufffd'.repeat(token.chars.length), false),
      onComment: (token) => builder.comment(token.data),
      onDoctype: () => {},
      onEof: () => {},
    },
  );
  tokenizer.write(source, true);
  return asFromString(source, builder.roots);
}

function attributesOf(token: Token.TagToken, source: string): LxmlAttribute[] {
  return token.attrs.map(({ name, value }) => {
    const bare = value === '' && isBare(token, name, source);
    return { name, value: bare && BOOLEAN_ATTRIBUTES.has(name) ? name : value, bare };
  });
}

/** The tokenizer does not tell `a` from `a=""`, but says where each attribute stands. */
function isBare(token: Token.TagToken, name: string, source: string): boolean {
  const at = token.location?.attrs?.[name];
  // An equals sign in front is part of the name.
  return at !== undefined && !source.slice(at.startOffset + 1, at.endOffset).includes('=');
}
