/** Writes `replay.json`. Keeps the file's bytes in memory, so that only the new turn has to be serialised. */
import { replaceFile } from './files.js';
import { toAsciiJson } from './json.js';
import type { WeblinxTurn } from './types.js';

const CLOSING_BYTES = Buffer.from('\n]}\n', 'latin1');

export class ReplayFile {
  private bytes: Buffer;
  private usedBytes: number;
  private readonly addedTurns: WeblinxTurn[] = [];

  /** @param createdAt seconds since the epoch */
  constructor(
    private readonly path: string,
    createdAt: number,
  ) {
    const header = Buffer.from(`{"created":${createdAt},"data":[`, 'latin1');
    this.bytes = Buffer.alloc(64 * 1024);
    this.usedBytes = header.copy(this.bytes);
  }

  /** All turns, including those not yet flushed. */
  get turns(): readonly WeblinxTurn[] {
    return this.addedTurns;
  }

  add(turn: WeblinxTurn): void {
    const json = toAsciiJson(turn);
    const line = `${this.addedTurns.length === 0 ? '' : ','}\n${json}`;
    if (this.usedBytes + line.length > this.bytes.length) {
      const largerBuffer = Buffer.alloc(2 * (this.usedBytes + line.length));
      this.bytes.copy(largerBuffer, 0, 0, this.usedBytes);
      this.bytes = largerBuffer;
    }
    // The line is ASCII, so it has one byte per character.
    this.usedBytes += this.bytes.write(line, this.usedBytes, 'latin1');
    // `toAsciiJson` replaces lone surrogates. Parsing its output gives exactly the turn that is in the file.
    this.addedTurns.push(JSON.parse(json) as WeblinxTurn);
  }

  /** Replaces the file atomically with all turns so far. */
  flush(): void {
    replaceFile(this.path, [this.bytes.subarray(0, this.usedBytes), CLOSING_BYTES]);
  }
}
