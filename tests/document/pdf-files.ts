/** Writes small PDF files for tests. */

/** A PDF file with one line of text on each page. `trailer` adds entries such as `/Encrypt`. */
export function createPdf(pages: readonly string[], trailer = ''): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [i, text] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * i} 0 R
      /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    const content = text && `BT /F1 12 Tf 72 720 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\n` +
      `startxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

const KEY = '00'.repeat(32);

/** A PDF file that needs a password: the empty password does not match its keys. */
export const createEncryptedPdf = (): Buffer =>
  createPdf(
    ['secret'],
    `/ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${KEY}> /U <${KEY}> /P -4 >>`,
  );
