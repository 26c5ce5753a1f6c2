/** Limits for reading a file; tests override them. */
export interface DocumentLimits {
  /** Larger PDF files are not read. */
  maxPdfBytes: number;
  /** Longer text files are read only up to this size. */
  maxTextBytes: number;
  /** Maximum number of pages read from a PDF file. */
  maxPages: number;
  /** Maximum time for one PDF file, in milliseconds. */
  pdfTimeoutMs: number;
}

export const DOCUMENT_LIMITS: DocumentLimits = {
  maxPdfBytes: 50 * 1024 * 1024,
  maxTextBytes: 2 * 1024 * 1024,
  maxPages: 300,
  pdfTimeoutMs: 20_000,
};
