// Stagehand in its own browser, through its public interface. Its model is a stub that answers at once with a
// click on the button named in the instruction, so that what is measured is Stagehand and not a language model.

import { WebSocket } from 'ws';

// Stagehand asks for Node 22, of which it uses the global WebSocket.
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
    /** What `act()` and `observe()` put into their prompts. */
    snapshot: async () => (await page.snapshot()).formattedTree,
    act: async () => {
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
