/**
 * Appends to a report while the session runs. Rendering takes place while the session waits for the browser, because a
 * screenshot takes about 60 ms. If the process is killed, only the queued turns are missing.
 */
import { setImmediate } from 'node:timers/promises';

import type { SessionEvent } from '../contract/index.js';
import type { RecordedPrompt, WeblinxTurn } from '../demonstration/index.js';
import { readViewerAssets } from './assets.js';
import { ReportBuilder } from './builder.js';
import { maskRecord } from './mask.js';
import { ScreenshotReader } from './read-screenshots.js';
import { ReportFile } from './report-file.js';
import type { ReportOptions } from './session-report.js';

export interface LiveReportOptions extends ReportOptions {
  /** Folder of the session. */
  dir: string;
  /** File of the report; it must not exist. */
  path: string;
  /** The WebLINX turns so far. */
  listTurns(): readonly WeblinxTurn[];
}

export class LiveReport {
  readonly #builder: ReportBuilder;
  readonly #screenshots: ScreenshotReader;
  #queue: Promise<void> = Promise.resolve();
  #fault: unknown = null;

  private constructor(
    private readonly file: ReportFile,
    private readonly options: LiveReportOptions,
  ) {
    this.#builder = new ReportBuilder(options.phrases, readViewerAssets());
    this.#screenshots = new ScreenshotReader(options.dir, () => options.listTurns());
  }

  /** @throws ParleyError `usage` if the file cannot be created */
  static create(options: LiveReportOptions): LiveReport {
    return new LiveReport(ReportFile.create(options.path), options);
  }

  addEvent(event: SessionEvent): void {
    this.#enqueue(async () => {
      const screenshot = await this.#screenshots.read(event);
      return this.#builder.addEvent(maskRecord(event, this.options.redactor), screenshot);
    });
  }

  addPrompt(prompt: RecordedPrompt): void {
    this.#enqueue(() => Promise.resolve(this.#builder.addPrompt(maskRecord(prompt, this.options.redactor))));
  }

  /**
   * Waits until everything is written, and closes the file.
   *
   * @returns the error that stopped the report, such as a full disk; null if the report is complete
   */
  async close(): Promise<unknown> {
    await this.#queue;
    this.file.close();
    return this.#fault;
  }

  /** After a failed write, nothing more is written. */
  #enqueue(render: () => Promise<string>): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#fault !== null) return;
      // Lets the session send its next command to the browser first.
      await setImmediate();
      try {
        this.file.append(await render());
      } catch (error) {
        this.#fault = error;
      }
    });
  }
}
