/**
 * Saves downloads in the session's folder under safe, unused names. Refuses programs and large files. Watches a file's
 * size while it arrives, because an endless download would fill the disk.
 */
import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Download, Page, Response } from 'playwright';

import type { DownloadedFile } from '../contract/index.js';
import {
  DOWNLOAD_POLICY,
  explainTypeRefusal,
  toSafeFileName,
  explainSizeRefusal,
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
  completion: Promise<void>;
  /** Whether the download was refused. Each refusal is reported once. */
  isRefused: boolean;
  /** Whether the action that started this download ended first, and reported the download as still running. */
  hasOutlivedAction: boolean;
}

/** Why a download that an action started has not arrived. */
export type DownloadProblem =
  | { type: 'refused'; file: string; reason: string }
  | { type: 'running'; file: string };

export class DownloadManager {
  readonly #runningDownloads = new Set<RunningDownload>();
  readonly #usedNames = new Set<string>();
  /** URLs of files that are known to be too large. */
  readonly #tooLargeUrls = new Set<string>();
  readonly #policy: DownloadPolicy;
  readonly #savedFiles: DownloadedFile[] = [];
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
  get savedFiles(): readonly DownloadedFile[] {
    return this.#savedFiles;
  }

  /** @returns a function that removes the listener */
  attach(page: Page): () => void {
    page.on('download', this.#onDownload);
    return () => void page.off('download', this.#onDownload);
  }

  /** Watches the sizes of one tab's downloads. The listeners end with the tab. */
  watchSizes(cdp: CDPSession): void {
    if (!this.folder) return;
    const urlsByGuid = new Map<string, string>();
    cdp.on('Page.downloadWillBegin', ({ guid, url }) => void urlsByGuid.set(guid, url));
    cdp.on('Page.downloadProgress', ({ guid, totalBytes, receivedBytes, state }) => {
      const url = urlsByGuid.get(guid);
      if (url && Math.max(totalBytes, receivedBytes) > this.#policy.maxBytes) this.#onTooLarge(url);
      if (state !== 'inProgress') urlsByGuid.delete(guid);
    });
  }

  /** Remembers files that are too large: if a download's tab closes at once, only the response states the size. */
  readonly onResponse = (response: Response): void => {
    if (!response.request().isNavigationRequest()) return;
    const contentLength = Number(response.headers()['content-length']);
    // The response may also be a large page, so the URL counts only if a download follows.
    if (contentLength > this.#policy.maxBytes) this.#tooLargeUrls.add(response.url());
  };

  readonly #onDownload = (download: Download): void => {
    const fileName = toSafeFileName(download.suggestedFilename());
    if (!this.folder) {
      this.effects.add({ type: 'download', file: fileName });
      void download.cancel().catch(() => undefined);
      return;
    }
    const url = download.url();
    const reason =
      explainTypeRefusal(fileName, this.#policy) ??
      (this.#tooLargeUrls.delete(url) ? explainSizeRefusal(this.#policy) : null);
    if (reason) {
      this.#recordRefusal(fileName, reason);
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
    if (!this.effects.add({ type: 'download', file })) this.pageEvents.add({ type: 'download', file });
    const runningDownload: RunningDownload = {
      file,
      url,
      download,
      completion: Promise.resolve(),
      isRefused: false,
      hasOutlivedAction: false,
    };
    this.#runningDownloads.add(runningDownload);
    runningDownload.completion = this.#save(runningDownload, join(folder, file)).finally(() =>
      this.#runningDownloads.delete(runningDownload),
    );
  };

  async #save(runningDownload: RunningDownload, path: string): Promise<void> {
    const { download } = runningDownload;
    const timer = setTimeout(
      () => this.#refuse(runningDownload, 'it did not finish in time'),
      this.downloadMs,
    );
    try {
      await download.saveAs(path);
      const { size } = await stat(path);
      if (size > this.#policy.maxBytes) {
        await rm(path, { force: true });
        this.#refuse(runningDownload, explainSizeRefusal(this.#policy));
      } else if (!runningDownload.isRefused) {
        this.#savedFiles.push({ name: runningDownload.file, bytes: size });
        if (runningDownload.hasOutlivedAction)
          this.pageEvents.add({ type: 'download', file: runningDownload.file });
      }
      await download.delete();
    } catch {
      this.#refuse(runningDownload, 'the download failed');
    } finally {
      clearTimeout(timer);
    }
  }

  #onTooLarge(url: string): void {
    const runningDownload = [...this.#runningDownloads].find(
      (download) => download.url === url && !download.isRefused,
    );
    if (runningDownload) this.#refuse(runningDownload, explainSizeRefusal(this.#policy));
    else this.#tooLargeUrls.add(url);
  }

  #refuse(runningDownload: RunningDownload, reason: string): void {
    if (runningDownload.isRefused) return;
    runningDownload.isRefused = true;
    this.#recordRefusal(runningDownload.file, reason);
    void runningDownload.download.cancel().catch(() => undefined);
  }

  #recordRefusal(file: string, reason: string): void {
    this.#refusals.push({ file, reason });
    this.pageEvents.add({ type: 'download-refused', file, reason });
  }

  /** Starts an action. Downloads that start from now on belong to it. */
  beginAction(): { findProblem(ms: number, signal: AbortSignal): Promise<DownloadProblem | null> } {
    const earlierDownloads = new Set(this.#runningDownloads);
    this.#refusals = [];
    return {
      /** Waits up to `ms` for the action's downloads. A refusal that is returned is not reported as a page event too. */
      findProblem: async (ms, signal) => {
        const listActionDownloads = (): RunningDownload[] =>
          [...this.#runningDownloads].filter((download) => !earlierDownloads.has(download));
        const completions = listActionDownloads().map(({ completion }) => completion);
        if (completions.length > 0) await raceInterruptions(Promise.all(completions), ms, signal, []);
        const [refusal] = this.#refusals;
        if (refusal) {
          this.pageEvents.withdraw({ type: 'download-refused', ...refusal });
          return { type: 'refused', ...refusal };
        }
        const [runningDownload] = listActionDownloads();
        if (!runningDownload) return null;
        runningDownload.hasOutlivedAction = true;
        return { type: 'running', file: runningDownload.file };
      },
    };
  }

  /** Waits up to `ms` for a download. @returns the path of the saved file; null if no file of this name was saved */
  async findSavedFile(file: string, ms: number, signal: AbortSignal): Promise<string | null> {
    const runningDownload = [...this.#runningDownloads].find((download) => download.file === file);
    if (runningDownload) await raceInterruptions(runningDownload.completion, ms, signal, []);
    signal.throwIfAborted();
    const isSaved = this.#savedFiles.some(({ name }) => name === file);
    return this.folder && isSaved ? join(this.folder, file) : null;
  }

  /** Waits for running downloads, and cancels any that have not finished after `ms`. */
  async waitForRunning(ms: number): Promise<void> {
    await withTimeout(Promise.all([...this.#runningDownloads].map(({ completion }) => completion)), ms);
    for (const runningDownload of this.#runningDownloads)
      this.#refuse(runningDownload, 'the session ended before it finished');
  }
}
