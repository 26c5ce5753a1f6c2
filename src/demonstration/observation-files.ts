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

  /** Screenshots that utterances refer to. */
  private readonly screenshots = new WeakMap<Observation, string | null>();

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
   * Writes only the screenshot of an observation, for a turn that is an utterance.
   *
   * @returns its name; null if there is none
   */
  saveScreenshot(observation: Observation, turn: number): string | null {
    const saved = this.filesByObservation.get(observation)?.screenshot ?? this.screenshots.get(observation);
    if (saved !== undefined) return saved;
    const data = observation.weblinx?.screenshot ?? null;
    const name = data === null ? null : `screenshot-${turn}-0.png`;
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
