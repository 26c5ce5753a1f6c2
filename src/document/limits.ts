/** Limits of reading a file; tests override them. */
export interface DocumentLimits {
  /** Larger PDF files are not read. */
  maxPdfBytes: number;
  /** Of a text file only this much is read. */
  maxTextBytes: number;
  /** Pages of a PDF file that are read. */
  maxPages: number;
  /** Time for one PDF file, in milliseconds. */
  pdfMs: number;
}

export const DOCUMENT_LIMITS: DocumentLimits = {
  maxPdfBytes: 50 * 1024 * 1024,
  maxTextBytes: 2 * 1024 * 1024,
  maxPages: 300,
  pdfMs: 20_000,
};
