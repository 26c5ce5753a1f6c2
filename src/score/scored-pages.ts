/** Reads the pages of a demonstration in the form that the evaluation needs. */
import { readPageBoxes, readPageFiles, type WeblinxTurn } from '../demonstration/index.js';
import { attributeOf, elementsOf, parseHtml } from '../lxml/index.js';
import { UID_ATTRIBUTE } from '../action/index.js';
import type { ScoredPage } from './references.js';

const NO_PAGE: ScoredPage = { uids: new Set(), boxes: new Map() };

/** The last page is kept, because neighbouring turns often share one. */
export class ScoredPages {
  #last: { name: string; page: ScoredPage } | null = null;

  constructor(private readonly folder: string) {}

  /** A turn without a page has no elements. */
  read(turn: WeblinxTurn): ScoredPage {
    const name = turn.type === 'browser' ? turn.state.page : null;
    if (name == null) return NO_PAGE;
    if (this.#last?.name !== name) this.#last = { name, page: readScoredPage(this.folder, name) };
    return this.#last.page;
  }
}

function readScoredPage(folder: string, name: string): ScoredPage {
  const html = readPageFiles(folder, name)?.html;
  const document = html === undefined ? null : parseHtml(html);
  const uids = document
    ? [...elementsOf(document.roots)].map((element) => attributeOf(element, UID_ATTRIBUTE) ?? '')
    : [];
  return { uids: new Set(uids), boxes: new Map(Object.entries(readPageBoxes(folder, name) ?? {})) };
}
