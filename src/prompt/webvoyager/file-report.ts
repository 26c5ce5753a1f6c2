/**
 * Formats the text of a downloaded file for a prompt: the pages that match the task best, within a token limit. Pure.
 */
import type { DownloadText } from '../../contract/index.js';
import type { CountTokens } from '../chat/outline/index.js';
import { toOneLine } from '../chat/page-text.js';

/** Maximum tokens of the text of one file. */
export const MAX_FILE_TOKENS = 6_000;
/** A shorter excerpt of a page would be useless. */
const MIN_PAGE_CHARS = 200;

type ReadDownload = Extract<DownloadText, { status: 'read' }>;

/** @param download pages in order of relevance */
export function formatFileText(
  file: string,
  download: DownloadText,
  countTokens: CountTokens,
  maxTokens = MAX_FILE_TOKENS,
): string[] {
  const name = JSON.stringify(toOneLine(file, 120));
  if (download.status === 'unreadable') return [`The file ${name} cannot be read. ${download.reason}`];
  const { pageCount, incomplete } = download;
  const pages = selectPages(download, countTokens, maxTokens);
  if (pages.length === 0) return [`The file ${name} contains no text.`];
  const omittedPageCount = pageCount - pages.length;
  return [
    `The file ${name} has ${pageCount} ${pageCount === 1 ? 'page' : 'pages'}${omittedPageCount > 0 ? `; those that match the task best follow` : ''}.${incomplete ? ` ${incomplete}` : ''}`,
    ...pages.flatMap(({ number, text }) => [`Page ${number}:`, text]),
  ];
}

/** @returns the selected pages in page order */
function selectPages(
  { pages }: ReadDownload,
  countTokens: CountTokens,
  maxTokens: number,
): ReadDownload['pages'] {
  const selectedPages: ReadDownload['pages'] = [];
  let remainingTokens = maxTokens;
  for (const { number, text: rawText } of pages) {
    const text = toOneLine(rawText, rawText.length);
    if (text === '') continue;
    const tokens = countTokens(text);
    if (tokens <= remainingTokens) {
      selectedPages.push({ number, text });
      remainingTokens -= tokens;
      continue;
    }
    const excerpt = text.slice(0, Math.floor((text.length * remainingTokens) / tokens));
    if (excerpt.length >= MIN_PAGE_CHARS) selectedPages.push({ number, text: `${excerpt.trimEnd()}…` });
    break;
  }
  return selectedPages.toSorted((a, b) => a.number - b.number);
}
