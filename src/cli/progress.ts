/** Prints download progress: one rewritten line on a terminal, a line per 10 % elsewhere. */
import type { DownloadProgress } from '../rank/index.js';

const REDRAW_INTERVAL_MS = 200;

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export function createProgressPrinter(stream: NodeJS.WriteStream): (progress: DownloadProgress) => void {
  const terminal = Boolean(stream.isTTY);
  let file = '';
  let tenths = 0;
  let shownAt = 0;
  return ({ file: name, receivedBytes, totalBytes, bytesPerSecond, sha256 }) => {
    if (name !== file) {
      file = name;
      tenths = 0;
    }
    if (sha256 !== undefined) {
      stream.write(`${terminal ? '\r\u001b[K' : ''}${name}: ${receivedBytes} bytes, sha256 ${sha256}\n`);
      return;
    }
    const share = totalBytes
      ? `${formatMegabytes(receivedBytes)} of ${formatMegabytes(totalBytes)}, ${Math.floor((receivedBytes / totalBytes) * 100)} %`
      : formatMegabytes(receivedBytes);
    const line = `${name}: ${share}, ${formatMegabytes(bytesPerSecond)}/s`;
    if (terminal && Date.now() - shownAt > REDRAW_INTERVAL_MS) {
      shownAt = Date.now();
      stream.write(`\r\u001b[K${line}`);
    } else if (!terminal && totalBytes && Math.floor((receivedBytes / totalBytes) * 10) > tenths) {
      tenths = Math.floor((receivedBytes / totalBytes) * 10);
      stream.write(`${line}\n`);
    }
  };
}
