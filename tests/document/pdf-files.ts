/** Writes small PDF files for tests. */

/** Creates a PDF file with one line of text on each page. `trailer` adds entries such as `/Encrypt`. */
export function createPdf(pages: readonly string[], trailer = ''): Buffer {
  const objects: string[] = [];
  const addObject = (body: string): number => objects.push(body);
  addObject('<< /Type /Catalog /Pages 2 0 R >>');
  const pageReferences = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  addObject(`<< /Type /Pages /Count ${pages.length} /Kids [${pageReferences}] >>`);
  addObject('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [i, text] of pages.entries()) {
    addObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * i} 0 R
      /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    const content = text && `BT /F1 12 Tf 72 720 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;
    addObject(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  let pdfText = '%PDF-1.4\n';
  const offsets = objects.map((body, i) => {
    const offset = pdfText.length;
    pdfText += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const offsetTable = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${pdfText}xref\n0 ${size}\n0000000000 65535 f \n${offsetTable}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\n` +
      `startxref\n${pdfText.length}\n%%EOF\n`,
    'latin1',
  );
}

const INVALID_KEY = '00'.repeat(32);

/** Creates a PDF file that needs a password: its keys do not match the empty password. */
export const createEncryptedPdf = (): Buffer =>
  createPdf(
    ['secret'],
    `/ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${INVALID_KEY}> /U <${INVALID_KEY}> /P -4 >>`,
  );
