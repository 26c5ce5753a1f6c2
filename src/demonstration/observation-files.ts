/** Writes the files of an observation: page HTML, element boxes and screenshot (spec 1.1). */
import { join } from 'node:path';

import type { Observation, WeblinxArtifacts } from '../contract/index.js';
import type { Redactor } from '../secrets/index.js';
import { writeFile } from './files.js';
import { toAsciiJsonLine } from './json.js';
import { toDomBox } from './turns.js';

/** Names of the written files, without folders; null if not written. */
export interface ArtifactFiles {
  page: string | null;
  screenshot: string | null;
}

export class ObservationFiles {
  /** Several actions may share an observation; its files are written once. */
  private readonly filesByObservation = new WeakMap<Observation, ArtifactFiles>();

  constructor(
    private readonly dir: string,
    private readonly redactor: Redactor,
  ) {}

  /** Writes an observation's files under the number of the first turn that refers to them (spec 1.1). */
  save(observation: Observation, turn: number): ArtifactFiles {
    const savedFiles = this.filesByObservation.get(observation);
    if (savedFiles !== undefined) return savedFiles;
    const files: ArtifactFiles = { page: null, screenshot: null };
    const { weblinx } = observation;
    if (weblinx !== undefined) {
      // Empty if the page is too large to record.
      if (weblinx.html) files.page = this.savePage(weblinx, turn);
      if (weblinx.screenshot !== null) {
        files.screenshot = `screenshot-${turn}-0.png`;
        writeFile(join(this.dir, 'screenshots', files.screenshot), weblinx.screenshot);
      }
    }
    this.filesByObservation.set(observation, files);
    return files;
  }

  /**
   * Writes the screenshot of the last page under the number of the turn that would follow. A full disk must not cost
   * the verdict, so a failed write returns null.
   */
  saveLastScreenshot(data: Uint8Array, turn: number): string | null {
    const name = `screenshot-${turn}-0.png`;
    try {
      writeFile(join(this.dir, 'screenshots', name), data);
      return name;
    } catch {
      return null;
    }
  }

  private savePage({ html, boxes }: WeblinxArtifacts, turn: number): string {
    const page = `page-${turn}-0.html`;
    const domBoxes = Object.fromEntries(Object.entries(boxes).map(([uid, box]) => [uid, toDomBox(box)]));
    writeFile(join(this.dir, 'bboxes', `bboxes-${turn}.json`), toAsciiJsonLine(domBoxes));
    writeFile(join(this.dir, 'pages', page), Buffer.from(this.redactor.html(html), 'utf8'));
    return page;
  }
}
