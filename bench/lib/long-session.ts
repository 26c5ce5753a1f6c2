/** Records a long session with prompts and screenshots of busy pages, without a navigator. */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright';

import type { Observation } from '../../src/contract/index.js';
import { DemonstrationWriter } from '../../src/demonstration/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { done, element, header, observation, target, uidOf } from '../../tests/demonstration/test-data.mjs';

export interface LongSessionOptions {
  turns: number;
  /** Number of characters that are new in each turn's prompt. */
  promptLength: number;
}

const SYSTEM_PROMPT = 'Follow the rules of the navigator. '.repeat(230);

/** @returns the mean size of the screenshots, in bytes of PNG */
export async function recordLongSession(
  sessionFolder: string,
  page: Page,
  { turns, promptLength }: LongSessionOptions,
): Promise<number> {
  const writer = DemonstrationWriter.create(
    sessionFolder,
    { ...header, navigator: 'chat' },
    createRedactor(),
  );
  let totalBytes = 0;
  let screenshotCount = 0;
  for (let turn = 0; turn < turns; turn++) {
    if (turn % 5 === 0) {
      writer.say('instructor', `Instruction ${turn}: open the next page and read the price.`);
      continue;
    }
    const turnObservation: Observation = observation(turn, 60);
    const screenshot = await drawBusyPage(page, turn);
    totalBytes += screenshot.length;
    screenshotCount += 1;
    turnObservation.weblinx!.screenshot = screenshot;
    turnObservation.viewport = { ...turnObservation.viewport, width: 1280, height: 800 };
    writer.prompt({
      purpose: 'navigator',
      request: {
        messages: [
          { role: 'system', content: SYSTEM_PROMPT },
          { role: 'user', content: generateWords(turn, promptLength) },
        ],
        maxTokens: 1000,
      },
      answer: { ok: true, text: `{"steps":[{"do":"click","on":${turn}}]}` },
      usage: null,
      attempts: 1,
    });
    const rankedCandidates = Array.from({ length: 20 }, (_, i) => ({
      uid: uidOf(100 + i),
      score: 1 - i / 20,
      name: `Ferry ${i} to Ålesund`,
    }));
    writer.action({
      action: { intent: 'click', uid: uidOf(5) },
      target: target(),
      result: { outcome: done({ type: 'dom', mutations: turn }), element: element(), mouse: null },
      observation: turnObservation,
      evidence: { step: `step ${turn}`, query: 'the next page', ranked: rankedCandidates },
    });
  }
  writer.end({
    verdict: 'done',
    reason: 'Complete.',
    exit: 0,
    turns,
    actions: screenshotCount,
    seconds: turns,
  });
  return totalBytes / screenshotCount;
}

/** Draws cards with gradients and small text, different in each turn. @returns a PNG screenshot */
async function drawBusyPage(page: Page, turn: number): Promise<Buffer> {
  const cards = Array.from({ length: 30 }, (_, i) => {
    const [a, b, c] = createHash('md5').update(`${turn} ${i}`).digest();
    return `<article><div style="background:radial-gradient(circle at ${a! / 3}% ${b! / 3}%,hsl(${a} 70% 60%),hsl(${b} 60% 30%),hsl(${c} 80% 70%))"></div><h3>${generateWords(turn * 40 + i, 24)}</h3><p>${generateWords(turn * 80 + i, 110)}</p></article>`;
  });
  await page.setContent(
    `<style>body{margin:8px;font:13px sans-serif;display:grid;grid-template-columns:repeat(6,1fr);gap:8px}article{border:1px solid #ccc;padding:6px}div{height:70px}h3,p{margin:4px 0;overflow-wrap:anywhere}</style>${cards.join('')}`,
  );
  return page.screenshot();
}

/** Generates pseudo-random words, the same for the same seed. */
function generateWords(seed: number, length: number): string {
  let text = '';
  for (let i = 0; text.length < length; i++)
    text += createHash('md5')
      .update(`${seed} ${i}`)
      .digest('base64url')
      .replace(/[\d_-]+/g, ' ')
      .toLowerCase();
  return text.slice(0, length);
}
