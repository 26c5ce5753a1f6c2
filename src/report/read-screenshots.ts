/** Reads the screenshots and element boxes of a session's events. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Box, SessionEvent } from '../contract/index.js';
import { readPageBoxes, type WeblinxTurn } from '../demonstration/index.js';
import { NO_SCREENSHOT, type EventScreenshot } from './builder.js';
import type { ActionEvent } from './phrases.js';
import type { MarkedBox, MissingScreenshot, Screenshot } from './screenshot.js';

/** More boxes would hide the page. */
export const MAX_BOXES = 20;

export class ScreenshotReader {
  /** Screenshots that the report contains, by name, without their data. */
  readonly #embeddedScreenshots = new Map<string, Screenshot>();
  /** Names of screenshots that are missing or damaged. */
  readonly #unreadableNames: string[] = [];

  /** @param turns the WebLINX turns so far; they record the viewport's width */
  constructor(
    private readonly dir: string,
    private readonly turns: () => readonly WeblinxTurn[],
  ) {}

  async read(event: SessionEvent): Promise<EventScreenshot> {
    switch (event.type) {
      case 'action':
        return {
          screenshot: await this.readScreenshot(event.page.screenshot),
          boxes: readMarkedBoxes(this.dir, event),
        };
      case 'say':
        return { screenshot: await this.readScreenshot(event.page?.screenshot ?? null), boxes: [] };
      case 'end':
        return { screenshot: await this.readScreenshot(event.screenshot ?? null), boxes: [] };
      default:
        return NO_SCREENSHOT;
    }
  }

  /** @param file name under `screenshots/` */
  async readScreenshot(file: string | null): Promise<Screenshot | MissingScreenshot | null> {
    if (file === null) return null;
    // Only the base name is used, so that nothing outside the folder is read.
    const name = basename(file);
    const embedded = this.#embeddedScreenshots.get(name);
    if (embedded) return { ...embedded, dataUrl: null };
    // Imported on demand, because few commands need the encoder.
    const { toWebp } = await import('./webp.js');
    try {
      const { data, width, height } = await toWebp(readFileSync(join(this.dir, 'screenshots', name)));
      const scale = this.#findViewportWidth(name, width) / width;
      const screenshot: Screenshot = {
        dataUrl: `data:image/webp;base64,${data.toString('base64')}`,
        name,
        width: Math.round(width * scale),
        height: Math.round(height * scale),
      };
      this.#embeddedScreenshots.set(name, { ...screenshot, dataUrl: null });
      return screenshot;
    } catch (error) {
      this.#unreadableNames.push(name);
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      return {
        missing: `The screenshot ${name} ${isMissing ? 'is missing from the folder' : 'cannot be read'}.`,
      };
    }
  }

  /** Returns one sentence if screenshots are missing or damaged. */
  listWarnings(): string[] {
    const [firstName, ...otherNames] = this.#unreadableNames;
    if (firstName === undefined) return [];
    const subject =
      otherNames.length === 0 ? `The screenshot ${firstName} is` : `${otherNames.length + 1} screenshots are`;
    return [
      `${subject} missing or damaged; the report shows at which turns. Restore the folder “screenshots” from a copy and run the command again.`,
    ];
  }

  /** Finds the viewport's width in CSS px. Screenshots of high-density screens are larger. */
  #findViewportWidth(name: string, imageWidth: number): number {
    const turn = this.turns().findLast((turn) => turn.type === 'browser' && turn.state.screenshot === name);
    const width = turn?.type === 'browser' ? turn.action.arguments.metadata?.viewportWidth : undefined;
    return typeof width === 'number' && width > 0 ? width : imageWidth;
  }
}

/** Reads the boxes of the ranked elements and of the chosen one. */
function readMarkedBoxes(dir: string, { page, target, evidence }: ActionEvent): MarkedBox[] {
  const ranked = (evidence?.ranked ?? []).slice(0, MAX_BOXES);
  if (page.html === null || (target === null && ranked.length === 0)) return [];
  const boxes: Readonly<Record<string, Box>> = readPageBoxes(dir, page.html) ?? {};
  const markedBoxes = ranked.flatMap(({ uid }, index): MarkedBox[] => {
    const box = boxes[uid];
    return box ? [{ box, rank: index + 1, isChosen: uid === target?.uid }] : [];
  });
  const chosenBox = target && boxes[target.uid];
  if (chosenBox && !markedBoxes.some(({ isChosen }) => isChosen))
    markedBoxes.push({ box: chosenBox, rank: null, isChosen: true });
  return markedBoxes;
}
