// Runs Stagehand in its own browser through its public API. A stub replaces its model and answers at once with a click
// on the target button, so that the time of a language model is not measured.

import { WebSocket } from 'ws';

// Stagehand requires Node 22 only for the global WebSocket.
globalThis.WebSocket ??= WebSocket;
const { localBrowser, Stagehand } = await import('@browserbasehq/stagehand');

/** @param {{ executablePath: string, viewport: { width: number, height: number }, target: string }} options */
export async function startStagehand({ executablePath, viewport, target }) {
  const browser = await localBrowser.launch({
    executablePath,
    headless: true,
    chromiumSandbox: false,
    viewport,
  });
  const sent = { chars: 0 };
  const stagehand = await Stagehand.create({
    browser,
    logging: { level: 'error' },
    model: {
      generate: async (request) => {
        const prompt = JSON.stringify([request.systemPrompt, request.messages]);
        sent.chars = prompt.length;
        const elementId = new RegExp(`\\[(\\d+-\\d+)\\] button: ${target}`).exec(prompt)?.[1];
        const action = elementId ? { elementId, description: target, method: 'click', arguments: [] } : null;
        const structuredContent = { action, twoStep: false };
        return {
          outputFormat: 'json_schema',
          role: 'assistant',
          content: { type: 'text', text: JSON.stringify(structuredContent) },
          structuredContent,
        };
      },
    },
  });
  const page = (await browser.context.pages())[0] ?? (await browser.context.newPage());
  return {
    goto: (url) => page.goto(url),
    /** The text of the page that Stagehand’s `act()` and `observe()` put into their prompts. */
    snapshot: async () => (await page.snapshot()).formattedTree,
    measureActPrompt: async () => {
      const result = await stagehand.act(`click the button ${target}`);
      if (!JSON.stringify(result).includes('"success":true')) throw new Error(JSON.stringify(result));
      return sent.chars;
    },
    close: async () => {
      await stagehand.close();
      await browser.close();
    },
  };
}
