/** How far downloads are: one line that is rewritten on a terminal, a line every tenth elsewhere. */
import type { Progress } from '../rank/index.js';

const OFTEN = 200;

const size = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export function progressLines(stream: NodeJS.WriteStream): (progress: Progress) => void {
  const terminal = Boolean(stream.isTTY);
  let file = '';
  let tenths = 0;
  let shownAt = 0;
  return ({ file: name, done, of, speed, sha256 }) => {
    if (name !== file) {
      file = name;
      tenths = 0;
    }
    if (sha256 !== undefined) {
      stream.write(`${terminal ? '\r\u001b[K' : ''}${name}: ${done} bytes, sha256 ${sha256}\n`);
      return;
    }
    const share = of ? `${size(done)} of ${size(of)}, ${Math.floor((done / of) * 100)} %` : size(done);
    const line = `${name}: ${share}, ${size(speed)}/s`;
    if (terminal && Date.now() - shownAt > OFTEN) {
      shownAt = Date.now();
      stream.write(`\r\u001b[K${line}`);
    } else if (!terminal && of && Math.floor((done / of) * 10) > tenths) {
      tenths = Math.floor((done / of) * 10);
      stream.write(`${line}\n`);
    }
  };
}
