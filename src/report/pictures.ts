/** Reads the screenshots and element boxes of a session's events. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Box, SessionEvent } from '../contract/index.js';
import { readPageBoxes, type WeblinxTurn } from '../demonstration/index.js';
import { NO_PICTURE, type EventPicture } from './builder.js';
import type { ActionEvent } from './phrases.js';
import type { MarkedBox, MissingPicture, Picture } from './picture.js';

/** More boxes would hide the page. */
export const MAX_BOXES = 20;

export class PictureReader {
  /** Pictures that the report contains, by name, without their data. */
  readonly #embedded = new Map<string, Picture>();
  /** Names of screenshots that are missing or damaged. */
  readonly #missing: string[] = [];

  /** @param turns the WebLINX turns so far; they record the viewport's width */
  constructor(
    private readonly dir: string,
    private readonly turns: () => readonly WeblinxTurn[],
  ) {}

  async read(event: SessionEvent): Promise<EventPicture> {
    switch (event.type) {
      case 'action':
        return {
          picture: await this.readScreenshot(event.page.screenshot),
          boxes: readMarkedBoxes(this.dir, event),
        };
      case 'say':
        return { picture: await this.readScreenshot(event.page?.screenshot ?? null), boxes: [] };
      case 'end':
        return { picture: await this.readScreenshot(event.screenshot ?? null), boxes: [] };
      default:
        return NO_PICTURE;
    }
  }

  /** @param file name under `screenshots/` */
  async readScreenshot(file: string | null): Promise<Picture | MissingPicture | null> {
    if (file === null) return null;
    // Only the base name is used, so that nothing outside the folder is read.
    const name = basename(file);
    const embedded = this.#embedded.get(name);
    if (embedded) return { ...embedded, dataUrl: null };
    // Imported on demand, because few commands need the encoder.
    const { toWebp } = await import('./webp.js');
    try {
      const { data, width, height } = await toWebp(readFileSync(join(this.dir, 'screenshots', name)));
      const scale = this.#viewportWidth(name, width) / width;
      const picture: Picture = {
        dataUrl: `data:image/webp;base64,${data.toString('base64')}`,
        name,
        width: Math.round(width * scale),
        height: Math.round(height * scale),
      };
      this.#embedded.set(name, { ...picture, dataUrl: null });
      return picture;
    } catch (error) {
      this.#missing.push(name);
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      return {
        missing: `The screenshot ${name} ${isMissing ? 'is missing from the folder' : 'cannot be read'}.`,
      };
    }
  }

  /** One sentence if screenshots are missing or damaged. */
  listWarnings(): string[] {
    const [first, ...others] = this.#missing;
    if (first === undefined) return [];
    const which = others.length === 0 ? `The screenshot ${first} is` : `${others.length + 1} screenshots are`;
    return [
      `${which} missing or damaged; the report says at which turns. Restore the folder “screenshots” from a copy, and run the command again.`,
    ];
  }

  /** Width of the viewport in CSS px. Screenshots of high-density screens are larger. */
  #viewportWidth(name: string, imageWidth: number): number {
    const turn = this.turns().findLast((turn) => turn.type === 'browser' && turn.state.screenshot === name);
    const width = turn?.type === 'browser' ? turn.action.arguments.metadata?.viewportWidth : undefined;
    return typeof width === 'number' && width > 0 ? width : imageWidth;
  }
}

/** The boxes of the ranked elements and of the chosen one. */
function readMarkedBoxes(dir: string, { page, target, evidence }: ActionEvent): MarkedBox[] {
  const ranked = (evidence?.ranked ?? []).slice(0, MAX_BOXES);
  if (page.html === null || (target === null && ranked.length === 0)) return [];
  const boxes: Readonly<Record<string, Box>> = readPageBoxes(dir, page.html) ?? {};
  const marked = ranked.flatMap(({ uid }, index): MarkedBox[] => {
    const box = boxes[uid];
    return box ? [{ box, rank: index + 1, chosen: uid === target?.uid }] : [];
  });
  const chosenBox = target && boxes[target.uid];
  if (chosenBox && !marked.some(({ chosen }) => chosen))
    marked.push({ box: chosenBox, rank: null, chosen: true });
  return marked;
}
