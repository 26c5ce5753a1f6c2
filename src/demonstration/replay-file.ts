/** Writes `replay.json`. Keeps it as bytes, so that a new turn costs one serialisation and one write. */
import { replaceFile } from './files.js';
import { toAsciiJson } from './json.js';
import type { WeblinxTurn } from './types.js';

const TAIL = Buffer.from('\n]}\n', 'latin1');

export class ReplayFile {
  private bytes: Buffer;
  private used: number;
  private readonly allTurns: WeblinxTurn[] = [];

  /** @param created seconds since the epoch (spec 1.3) */
  constructor(
    private readonly path: string,
    created: number,
  ) {
    const head = Buffer.from(`{"created":${created},"data":[`, 'latin1');
    this.bytes = Buffer.alloc(64 * 1024);
    this.used = head.copy(this.bytes);
  }

  /** All turns, including those not yet flushed. */
  get turns(): readonly WeblinxTurn[] {
    return this.allTurns;
  }

  add(turn: WeblinxTurn): void {
    const json = toAsciiJson(turn);
    const line = `${this.allTurns.length === 0 ? '' : ','}\n${json}`;
    if (this.used + line.length > this.bytes.length) {
      const larger = Buffer.alloc(2 * (this.used + line.length));
      this.bytes.copy(larger, 0, 0, this.used);
      this.bytes = larger;
    }
    // ASCII: one byte a character.
    this.used += this.bytes.write(line, this.used, 'latin1');
    // Parsed from the JSON, because lone surrogates are written as another character.
    this.allTurns.push(JSON.parse(json) as WeblinxTurn);
  }

  /** Replaces the file atomically with all turns so far. */
  flush(): void {
    replaceFile(this.path, [this.bytes.subarray(0, this.used), TAIL]);
  }
}
