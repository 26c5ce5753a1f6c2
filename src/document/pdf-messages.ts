/** Messages between the main thread and the PDF worker. */
export interface PdfRequest {
  path: string;
  maxPages: number;
}

/** Pages arrive one by one, so that a slow file is at least partly read. */
export type PdfMessage =
  | { type: 'opened'; pageCount: number }
  | { type: 'page'; number: number; text: string }
  | { type: 'done' }
  | { type: 'failed'; reason: 'encrypted' | 'damaged' };
