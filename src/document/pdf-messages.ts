/** What the main thread and the PDF worker send each other. */
export interface PdfRequest {
  path: string;
  maxPages: number;
}

/** Pages arrive one by one, so that a file that takes too long is read in part. */
export type PdfMessage =
  | { type: 'opened'; pageCount: number }
  | { type: 'page'; number: number; text: string }
  | { type: 'done' }
  | { type: 'failed'; reason: 'encrypted' | 'damaged' };
