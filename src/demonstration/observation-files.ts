/** Writes the files of an observation: page HTML, element boxes and screenshot. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Observation, WeblinxArtifacts } from '../contract/index.js';
import type { Redactor } from '../secrets/index.js';
import { writeFile } from './files.js';
import { toAsciiJsonLine } from './json.js';
import { toDomBox } from './turns.js';

/** Names of an observation's files, without folders; null if a file was not written. */
export interface ArtifactFiles {
  page: string | null;
  screenshot: string | null;
}

export class ObservationFiles {
  /** Several actions may share an observation; its files are written only once. */
  private readonly filesByObservation = new WeakMap<Observation, ArtifactFiles>();

  /** Names of the screenshots that were written for utterances only. */
  private readonly screenshots = new WeakMap<Observation, string | null>();

  constructor(
    private readonly dir: string,
    private readonly redactor: Redactor,
  ) {}

  /** Writes an observation's files, named after the first turn that refers to them. */
  save(observation: Observation, turn: number): ArtifactFiles {
    const savedFiles = this.filesByObservation.get(observation);
    if (savedFiles !== undefined) return savedFiles;
    const files: ArtifactFiles = { page: null, screenshot: null };
    const { weblinx } = observation;
    if (weblinx !== undefined) {
      // The HTML is empty if the page is too large to record.
      if (weblinx.html) files.page = this.savePage(weblinx, turn);
      if (weblinx.screenshot !== null) {
        files.screenshot = formatScreenshotName(turn);
        writeFile(join(this.dir, 'screenshots', files.screenshot), weblinx.screenshot);
      }
    }
    this.filesByObservation.set(observation, files);
    return files;
  }

  /**
   * Writes the final screenshot, named after the turn that would come next, and returns its name. If it equals the
   * latest screenshot, only returns that name. Returns null if writing fails, because the verdict must be recorded even
   * on a full disk.
   */
  saveLastScreenshot(data: Uint8Array, turn: number): string | null {
    const folder = join(this.dir, 'screenshots');
    const latest = findLatestScreenshot(folder, turn);
    try {
      if (latest !== null && readFileSync(join(folder, latest)).equals(data)) return latest;
      const name = formatScreenshotName(turn);
      writeFile(join(folder, name), data);
      return name;
    } catch {
      return null;
    }
  }

  /**
   * Writes only the observation's screenshot, for a turn that is an utterance.
   *
   * @returns the screenshot's name; null if the observation has no screenshot
   */
  saveScreenshot(observation: Observation, turn: number): string | null {
    const savedName =
      this.filesByObservation.get(observation)?.screenshot ?? this.screenshots.get(observation);
    if (savedName !== undefined) return savedName;
    const data = observation.weblinx?.screenshot ?? null;
    const name = data === null ? null : formatScreenshotName(turn);
    if (data !== null && name !== null) writeFile(join(this.dir, 'screenshots', name), data);
    this.screenshots.set(observation, name);
    return name;
  }

  private savePage({ html, boxes }: WeblinxArtifacts, turn: number): string {
    const page = `page-${turn}-0.html`;
    const domBoxes = Object.fromEntries(Object.entries(boxes).map(([uid, box]) => [uid, toDomBox(box)]));
    writeFile(join(this.dir, 'bboxes', `bboxes-${turn}.json`), toAsciiJsonLine(domBoxes));
    writeFile(join(this.dir, 'pages', page), Buffer.from(this.redactor.html(html), 'utf8'));
    return page;
  }
}

const formatScreenshotName = (turn: number): string => `screenshot-${turn}-0.png`;

/** Finds the latest screenshot of a turn before `turn`. */
function findLatestScreenshot(folder: string, turn: number): string | null {
  for (let earlierTurn = turn - 1; earlierTurn >= 0; earlierTurn--)
    if (existsSync(join(folder, formatScreenshotName(earlierTurn)))) return formatScreenshotName(earlierTurn);
  return null;
}
