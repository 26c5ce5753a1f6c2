import { mkdirSync } from 'node:fs';

import { createEncryptedPdf, createPdf } from '../../document/pdf-files.js';
import { createSurface, createUnguardedContext, type PageSurface } from '../../../src/page/index.js';
import { expect, FAST_LIMITS, test as base } from '../../support/browser.js';
import { startServer } from '../../support/server.js';
import { formatReply, type VoyagerPrompt } from '../../support/voyager-prompt.js';
import { runVoyagerConversation } from './run-conversation.js';

const test = base.extend<{ savingSurface: PageSurface }>({
  /** A surface that saves downloads. */
  savingSurface: async ({ chromium }, use, info) => {
    const downloadFolder = info.outputPath('downloads');
    mkdirSync(downloadFolder, { recursive: true });
    const surface = await createSurface(await createUnguardedContext(chromium), {
      downloads: downloadFolder,
      limits: FAST_LIMITS,
    });
    await use(surface);
    await surface.close();
  },
});

const PDF_PAGES = ['Terms of delivery', 'Opening hours', 'The total of the invoice is 42.00 EUR'];
const START_PAGE = `<title>Files</title><a href="/invoice.pdf">Invoice</a> <a href="/locked.pdf">Locked</a>
  <a href="/notes.txt" download>Notes</a> <form action="/saved.pdf"><input aria-label="Number"></form>
  <button onclick="document.title = 'Shown'">Show</button>`;

/** Serves the start page and its files. */
async function withFileServer(use: (url: string) => Promise<void>): Promise<void> {
  const server = await startServer((request, response) => {
    const send = (type: string, body: string | Buffer): void => {
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    };
    if (request.url === '/invoice.pdf') send('application/pdf', createPdf(PDF_PAGES));
    else if (request.url!.startsWith('/saved.pdf')) {
      response.setHeader('content-disposition', 'attachment');
      send('application/pdf', createPdf(PDF_PAGES));
    } else if (request.url === '/locked.pdf') send('application/pdf', createEncryptedPdf());
    else if (request.url === '/notes.txt') send('text/plain', 'The total of the invoice is 42.00 EUR.');
    else send('text/html', START_PAGE);
  });
  try {
    await use(server.url);
  } finally {
    await server.close();
  }
}

const openFileThenAnswer = (link: RegExp) => (prompt: VoyagerPrompt) =>
  formatReply(prompt.messages.length === 2 ? `Click [${prompt.findLabel(link)}]` : 'ANSWER; [42.00 EUR]');

for (const mode of ['multimodal', 'text'] as const)
  test(`faithful, ${mode}: PDF pages that match the task are quoted as the response of the Assistant`, async ({
    savingSurface: surface,
  }) => {
    await withFileServer(async (url) => {
      const { prompts } = await runVoyagerConversation({
        surface,
        url,
        lines: ['What is the total of the invoice?'],
        parts: { variant: { compat: 'faithful', mode } },
        createReply: openFileThenAnswer(/Invoice/),
      });
      expect(prompts[1]!.lastText).toMatch(/^Observation: You downloaded a PDF file\. /);
      expect(prompts[1]!.lastText).toContain('Page 3:\nThe total of the invoice is 42.00 EUR');
      expect(prompts[1]!.lastText).toContain('Please analyze the response given by Assistant');
    });
  });

test('hardened: PDF and text files are quoted between session markers, and an unreadable file is reported as such', async ({
  savingSurface: surface,
}) => {
  await withFileServer(async (url) => {
    for (const [link, expectedText] of [
      [/Invoice/, 'The total of the invoice is 42.00 EUR'],
      [/Notes/, 'The total of the invoice is 42.00 EUR.'],
      [/Locked/, 'The file "locked.pdf" cannot be read.'],
    ] as const) {
      const { prompts } = await runVoyagerConversation({
        surface,
        url,
        lines: ['What is the total of the invoice?'],
        createReply: openFileThenAnswer(link),
      });
      const marker = /The session marker is (\w+)\./.exec(prompts[0]!.lastText)![1];
      const file = new RegExp(`<<file ${marker}\\n([^]*)\\n${marker} file>>`).exec(prompts[1]!.lastText);
      expect.soft(file?.[1], String(link)).toContain(expectedText);
    }
  });
});

test('faithful: a PDF file downloaded without a click is reported after the next click', async ({
  savingSurface: surface,
}) => {
  await withFileServer(async (url) => {
    const createReply = (prompt: VoyagerPrompt): string => {
      const step = prompt.messages.length / 2;
      if (step === 1) return formatReply(`Type [${prompt.findLabel(/Number/)}]; [7]`);
      return formatReply(step === 2 ? `Click [${prompt.findLabel(/Show/)}]` : 'ANSWER; [42.00 EUR]');
    };
    const { prompts } = await runVoyagerConversation({
      surface,
      url,
      lines: ['What is the total of the invoice?'],
      parts: { variant: { compat: 'faithful', mode: 'multimodal' } },
      createReply,
    });
    expect(prompts.map(({ lastText }) => lastText.includes('You downloaded a PDF file'))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

test('when an observation with a file is clipped, the placeholder mentions the file', async ({
  savingSurface: surface,
}) => {
  await withFileServer(async (url) => {
    const { prompts } = await runVoyagerConversation({
      surface,
      url,
      lines: ['What is the total of the invoice?'],
      parts: { variant: { compat: 'faithful', mode: 'multimodal' }, keptObservationCount: 1 },
      createReply: (prompt) => {
        if (prompt.messages.length === 2) return formatReply(`Click [${prompt.findLabel(/Invoice/)}]`);
        return formatReply(prompt.messages.length === 4 ? 'Wait' : 'ANSWER; [42.00 EUR]');
      },
    });
    expect(prompts[2]!.messages[3]!.text).toBe(
      'Observation: A screenshot, a PDF file and some texts. (Omitted in context.)',
    );
  });
});
