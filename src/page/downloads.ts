/**
 * Downloads: saved in the session's folder under safe names that are never used twice, refused by type and by
 * size. Sizes are watched while a file arrives, so that an endless one does not fill the disk.
 */
import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Download, Page, Response } from 'playwright';

import type { DownloadedFile } from '../contract/index.js';
import {
  DOWNLOAD_POLICY,
  refusedType,
  safeName,
  tooLarge,
  unusedName,
  type DownloadPolicy,
} from './download-policy.js';
import type { EffectLog, IncidentLog } from './page-events.js';
import { capped } from './patience.js';

/** What has not arrived after this long is given up. */
const LONGEST_MS = 10 * 60_000;

interface Running {
  file: string;
  url: string;
  download: Download;
  done: Promise<void>;
  /** Said already why it is not kept. */
  refused: boolean;
}

export class DownloadDesk {
  readonly #running = new Set<Running>();
  readonly #names = new Set<string>();
  /** Addresses of files that are known to be too large, before or while they are downloads. */
  readonly #large = new Set<string>();
  readonly #policy: DownloadPolicy;
  readonly #saved: DownloadedFile[] = [];

  constructor(
    private readonly folder: string | undefined,
    policy: Partial<DownloadPolicy>,
    private readonly effects: EffectLog,
    private readonly incidents: IncidentLog,
  ) {
    this.#policy = { ...DOWNLOAD_POLICY, ...policy };
  }

  /** Files that have arrived whole and are kept. */
  get saved(): readonly DownloadedFile[] {
    return this.#saved;
  }

  /** @returns a function that releases the page */
  attach(page: Page): () => void {
    page.on('download', this.#onDownload);
    return () => void page.off('download', this.#onDownload);
  }

  /** Watches how downloads of one tab grow. The events end with the tab. */
  async watchSizes(cdp: CDPSession): Promise<void> {
    if (!this.folder) return;
    const urls = new Map<string, string>();
    cdp.on('Page.downloadWillBegin', ({ guid, url }) => void urls.set(guid, url));
    cdp.on('Page.downloadProgress', ({ guid, totalBytes, receivedBytes, state }) => {
      const url = urls.get(guid);
      if (url && Math.max(totalBytes, receivedBytes) > this.#policy.maxBytes) this.#onLarge(url);
      if (state !== 'inProgress') urls.delete(guid);
    });
    await cdp.send('Page.enable');
  }

  /** The one hint at the size of a file that a new tab was opened for and that closed with it. */
  readonly onResponse = (response: Response): void => {
    if (!response.request().isNavigationRequest()) return;
    const length = Number(response.headers()['content-length']);
    // A page may be that long and no download: it matters only when one comes of it.
    if (length > this.#policy.maxBytes) this.#large.add(response.url());
  };

  readonly #onDownload = (download: Download): void => {
    const wanted = safeName(download.suggestedFilename());
    if (!this.folder) {
      this.effects.note({ type: 'download', file: wanted });
      void download.cancel().catch(() => undefined);
      return;
    }
    const url = download.url();
    const why =
      refusedType(wanted, this.#policy) ?? (this.#large.delete(url) ? tooLarge(this.#policy) : null);
    if (why) {
      this.incidents.note({ type: 'download-refused', file: wanted, reason: why });
      void download.cancel().catch(() => undefined);
      return;
    }
    const folder = this.folder;
    // Two names that differ in case only are one file on many systems.
    const file = unusedName(
      wanted,
      (name) => this.#names.has(name.toLowerCase()) || existsSync(join(folder, name)),
    );
    this.#names.add(file.toLowerCase());
    if (!this.effects.note({ type: 'download', file })) this.incidents.note({ type: 'download', file });
    const running: Running = { file, url, download, done: Promise.resolve(), refused: false };
    this.#running.add(running);
    running.done = this.#save(running, join(folder, file)).finally(() => this.#running.delete(running));
  };

  async #save(running: Running, path: string): Promise<void> {
    const { download } = running;
    const timer = setTimeout(() => this.#refuse(running, 'it did not arrive in time'), LONGEST_MS);
    try {
      await download.saveAs(path);
      const { size } = await stat(path);
      if (size > this.#policy.maxBytes) {
        await rm(path, { force: true });
        this.#refuse(running, tooLarge(this.#policy));
      } else if (!running.refused) this.#saved.push({ name: running.file, bytes: size });
      await download.delete();
    } catch {
      this.#refuse(running, 'it broke off');
    } finally {
      clearTimeout(timer);
    }
  }

  #onLarge(url: string): void {
    const running = [...this.#running].find((one) => one.url === url && !one.refused);
    if (running) this.#refuse(running, tooLarge(this.#policy));
    else this.#large.add(url);
  }

  #refuse(running: Running, why: string): void {
    if (running.refused) return;
    running.refused = true;
    this.incidents.note({ type: 'download-refused', file: running.file, reason: why });
    void running.download.cancel().catch(() => undefined);
  }

  /** Waits for what is under way; what takes longer than `ms` is given up. */
  async settled(ms: number): Promise<void> {
    await capped(Promise.all([...this.#running].map(({ done }) => done)), ms);
    for (const running of this.#running) this.#refuse(running, 'the session ended before it had arrived');
  }
}
