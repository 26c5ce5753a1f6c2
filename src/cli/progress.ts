/** Prints download progress: on a terminal one line that is updated, elsewhere a new line for every 10 %. */
import type { DownloadProgress } from '../rank/index.js';

const REDRAW_INTERVAL_MS = 200;

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export function createProgressPrinter(stream: NodeJS.WriteStream): (progress: DownloadProgress) => void {
  const isTerminal = Boolean(stream.isTTY);
  let file = '';
  let printedTenths = 0;
  let lastDrawnAt = 0;
  return ({ file: name, receivedBytes, totalBytes, bytesPerSecond, sha256 }) => {
    if (name !== file) {
      file = name;
      printedTenths = 0;
    }
    if (sha256 !== undefined) {
      stream.write(`${isTerminal ? '\r\u001b[K' : ''}${name}: ${receivedBytes} bytes, sha256 ${sha256}\n`);
      return;
    }
    const amount = totalBytes
      ? `${formatMegabytes(receivedBytes)} of ${formatMegabytes(totalBytes)}, ${Math.floor((receivedBytes / totalBytes) * 100)} %`
      : formatMegabytes(receivedBytes);
    const line = `${name}: ${amount}, ${formatMegabytes(bytesPerSecond)}/s`;
    if (isTerminal && Date.now() - lastDrawnAt > REDRAW_INTERVAL_MS) {
      lastDrawnAt = Date.now();
      stream.write(`\r\u001b[K${line}`);
    } else if (!isTerminal && totalBytes && Math.floor((receivedBytes / totalBytes) * 10) > printedTenths) {
      printedTenths = Math.floor((receivedBytes / totalBytes) * 10);
      stream.write(`${line}\n`);
    }
  };
}
