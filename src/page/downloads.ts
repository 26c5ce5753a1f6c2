/**
 * Saves downloads in the session's folder under safe, unused names. Refuses programs and large files. It watches the
 * size of a file while the file arrives, because an endless download would fill the disk.
 */
import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Download, Page, Response } from 'playwright';

import type { DownloadedFile } from '../contract/index.js';
import {
  DOWNLOAD_POLICY,
  typeRefusal,
  toSafeFileName,
  sizeRefusal,
  toUnusedFileName,
  type DownloadPolicy,
} from './download-policy.js';
import type { EffectLog, PageEventLog } from './page-events.js';
import { PAGE_LIMITS } from './limits.js';
import { raceInterruptions, withTimeout } from './timeouts.js';

interface RunningDownload {
  file: string;
  url: string;
  download: Download;
  done: Promise<void>;
  /** Whether its refusal has been reported. */
  refused: boolean;
  /** Whether an action has reported that it was still running. */
  late: boolean;
}

/** Why a download that an action started has not arrived. */
export type DownloadProblem =
  | { type: 'refused'; file: string; reason: string }
  | { type: 'running'; file: string };

export class DownloadManager {
  readonly #running = new Set<RunningDownload>();
  readonly #usedNames = new Set<string>();
  /** URLs of files that are known to be too large. */
  readonly #tooLargeUrls = new Set<string>();
  readonly #policy: DownloadPolicy;
  readonly #saved: DownloadedFile[] = [];
  /** Refusals during the current action. */
  #refusals: { file: string; reason: string }[] = [];

  constructor(
    private readonly folder: string | undefined,
    policy: Partial<DownloadPolicy>,
    private readonly effects: EffectLog,
    private readonly pageEvents: PageEventLog,
    private readonly downloadMs = PAGE_LIMITS.downloadMs,
  ) {
    this.#policy = { ...DOWNLOAD_POLICY, ...policy };
  }

  /** Downloads that completed. */
  get saved(): readonly DownloadedFile[] {
    return this.#saved;
  }

  /** @returns a function that removes the listener */
  attach(page: Page): () => void {
    page.on('download', this.#onDownload);
    return () => void page.off('download', this.#onDownload);
  }

  /** Watches the sizes of one tab's downloads. The listeners end with the tab. */
  watchSizes(cdp: CDPSession): void {
    if (!this.folder) return;
    const urls = new Map<string, string>();
    cdp.on('Page.downloadWillBegin', ({ guid, url }) => void urls.set(guid, url));
    cdp.on('Page.downloadProgress', ({ guid, totalBytes, receivedBytes, state }) => {
      const url = urls.get(guid);
      if (url && Math.max(totalBytes, receivedBytes) > this.#policy.maxBytes) this.#onTooLarge(url);
      if (state !== 'inProgress') urls.delete(guid);
    });
  }

  /** Notes large files. If a download opens a tab that closes at once, only the response states the size. */
  readonly onResponse = (response: Response): void => {
    if (!response.request().isNavigationRequest()) return;
    const length = Number(response.headers()['content-length']);
    // The response may also be a large page, so the URL counts only if a download follows.
    if (length > this.#policy.maxBytes) this.#tooLargeUrls.add(response.url());
  };

  readonly #onDownload = (download: Download): void => {
    const fileName = toSafeFileName(download.suggestedFilename());
    if (!this.folder) {
      this.effects.note({ type: 'download', file: fileName });
      void download.cancel().catch(() => undefined);
      return;
    }
    const url = download.url();
    const reason =
      typeRefusal(fileName, this.#policy) ??
      (this.#tooLargeUrls.delete(url) ? sizeRefusal(this.#policy) : null);
    if (reason) {
      this.#noteRefusal(fileName, reason);
      void download.cancel().catch(() => undefined);
      return;
    }
    const folder = this.folder;
    // Many file systems ignore case in file names.
    const file = toUnusedFileName(
      fileName,
      (name) => this.#usedNames.has(name.toLowerCase()) || existsSync(join(folder, name)),
    );
    this.#usedNames.add(file.toLowerCase());
    if (!this.effects.note({ type: 'download', file })) this.pageEvents.note({ type: 'download', file });
    const running: RunningDownload = {
      file,
      url,
      download,
      done: Promise.resolve(),
      refused: false,
      late: false,
    };
    this.#running.add(running);
    running.done = this.#save(running, join(folder, file)).finally(() => this.#running.delete(running));
  };

  async #save(running: RunningDownload, path: string): Promise<void> {
    const { download } = running;
    const timer = setTimeout(() => this.#refuse(running, 'it did not finish in time'), this.downloadMs);
    try {
      await download.saveAs(path);
      const { size } = await stat(path);
      if (size > this.#policy.maxBytes) {
        await rm(path, { force: true });
        this.#refuse(running, sizeRefusal(this.#policy));
      } else if (!running.refused) {
        this.#saved.push({ name: running.file, bytes: size });
        if (running.late) this.pageEvents.note({ type: 'download', file: running.file });
      }
      await download.delete();
    } catch {
      this.#refuse(running, 'the download failed');
    } finally {
      clearTimeout(timer);
    }
  }

  #onTooLarge(url: string): void {
    const running = [...this.#running].find((download) => download.url === url && !download.refused);
    if (running) this.#refuse(running, sizeRefusal(this.#policy));
    else this.#tooLargeUrls.add(url);
  }

  #refuse(running: RunningDownload, reason: string): void {
    if (running.refused) return;
    running.refused = true;
    this.#noteRefusal(running.file, reason);
    void running.download.cancel().catch(() => undefined);
  }

  #noteRefusal(file: string, reason: string): void {
    this.#refusals.push({ file, reason });
    this.pageEvents.note({ type: 'download-refused', file, reason });
  }

  /** Starts an action. Downloads that start from now on belong to it. */
  beginAction(): { findProblem(ms: number, signal: AbortSignal): Promise<DownloadProblem | null> } {
    const earlier = new Set(this.#running);
    this.#refusals = [];
    return {
      /** Waits up to `ms` for the action's downloads. A returned problem is no longer a page event. */
      findProblem: async (ms, signal) => {
        const started = (): RunningDownload[] =>
          [...this.#running].filter((download) => !earlier.has(download));
        const arrivals = started().map(({ done }) => done);
        if (arrivals.length > 0) await raceInterruptions(Promise.all(arrivals), ms, signal, []);
        const [refusal] = this.#refusals;
        if (refusal) {
          this.pageEvents.withdraw({ type: 'download-refused', ...refusal });
          return { type: 'refused', ...refusal };
        }
        const [running] = started();
        if (!running) return null;
        running.late = true;
        return { type: 'running', file: running.file };
      },
    };
  }

  /** Waits up to `ms` for a download. @returns the path of the saved file; null if no file of this name was saved */
  async findSaved(file: string, ms: number, signal: AbortSignal): Promise<string | null> {
    const running = [...this.#running].find((download) => download.file === file);
    if (running) await raceInterruptions(running.done, ms, signal, []);
    signal.throwIfAborted();
    const isSaved = this.#saved.some(({ name }) => name === file);
    return this.folder && isSaved ? join(this.folder, file) : null;
  }

  /** Waits for running downloads and cancels those that are still running after `ms`. */
  async settled(ms: number): Promise<void> {
    await withTimeout(Promise.all([...this.#running].map(({ done }) => done)), ms);
    for (const running of this.#running) this.#refuse(running, 'the session ended before it finished');
  }
}
