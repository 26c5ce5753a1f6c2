/**
 * The terminal instructor: a person (or a pipe) typing lines. Plain `node:readline` with history; Ctrl-C
 * stops the navigator and keeps the session; works the same, without editing, when standard input is a pipe.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';

import type { Instructor, InstructorMove, Probe, SessionEvent } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import { helpText, parseLine, type CommandName } from './commands.js';
import { createDecisions } from './decisions.js';
import { pageText } from './page-text.js';
import { type Spending, spendingText } from './spending.js';

const HISTORY_LINES = 500;
const TWICE_MS = 2_000;
const STILL_WORKING_MS = 15_000;

export interface TerminalOptions {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
  /** Where the lines of earlier sessions are kept; none when undefined. */
  historyFile?: string;
  /** Turns what a person means by an address into a URL. @throws Problem */
  resolvePlace(text: string): string;
  /** Where `/shot` saves a picture when no file is named. */
  shotFile(): string;
  /** What the model has cost by now; null where there is none. */
  spending(): Spending | null;
}

export interface Terminal {
  instructor: Instructor;
  /** Prints a line without disturbing what is being typed. */
  print(line: string): void;
  /** Everything that is recorded, for `/why`. */
  heard(event: SessionEvent): void;
  /** What the navigator is busy with. */
  phase(text: string): void;
  /** A signal that Ctrl-C aborts while the navigator is busy; a fresh one after each stop. */
  stretchSignal(): AbortSignal;
  /** For signals that reach the process and not the terminal: as Ctrl-C. */
  interrupt(): void;
  close(): void;
}

export function createTerminal(options: TerminalOptions): Terminal {
  const { input, output } = options;
  const interactive = Boolean(input.isTTY && output.isTTY);
  const rl: Interface = createInterface({
    input,
    output,
    terminal: interactive,
    prompt: 'You: ',
    historySize: HISTORY_LINES,
    removeHistoryDuplicates: true,
    history: interactive ? readHistory(options.historyFile) : [],
  });
  const waiting: string[] = [];
  let ended = false;
  let asking: ((line: string | null) => void) | null = null;
  let stretch = new AbortController();
  let idleInterrupt = 0;
  let busySince = performance.now();
  let phase = '';
  const decisions = createDecisions();

  rl.on('line', (line) => {
    if (asking) asking(line);
    else waiting.push(line);
  });
  rl.on('close', () => {
    ended = true;
    asking?.(null);
  });
  rl.on('history', (history: string[]) => saveHistory(options.historyFile, history));

  const print = (line: string): void => {
    output.write(`${line}\n`);
  };

  const leave = (): void => {
    ended = true;
    asking?.(null);
  };

  const interrupt = (): void => {
    if (!asking) {
      stretch.abort(new Error('stopped by the instructor'));
      return;
    }
    if (!interactive || performance.now() - idleInterrupt < TWICE_MS) return leave();
    idleInterrupt = performance.now();
    output.write('\n');
    print('Press Ctrl-C again, or type /exit, to leave.');
    rl.write(null, { ctrl: true, name: 'u' });
    rl.prompt();
  };
  rl.on('SIGINT', interrupt);

  const still = setInterval(() => {
    const seconds = Math.round((performance.now() - busySince) / 1000);
    if (!asking && !ended && seconds * 1000 >= STILL_WORKING_MS)
      print(`Still working${phase && `, ${phase}`}, ${seconds} seconds. Ctrl-C stops the navigator.`);
  }, STILL_WORKING_MS);
  still.unref();

  const readLine = async (signal: AbortSignal): Promise<string | null> => {
    const ready = waiting.shift();
    if (ready !== undefined) {
      if (interactive) print(`You: ${ready}`);
      return ready;
    }
    if (ended || signal.aborted) return null;
    if (interactive) rl.prompt();
    return new Promise((resolve) => {
      const finish = (line: string | null): void => {
        asking = null;
        signal.removeEventListener('abort', onAbort);
        resolve(line);
      };
      const onAbort = (): void => finish(null);
      signal.addEventListener('abort', onAbort);
      asking = finish;
    });
  };

  const command = async (
    name: CommandName,
    argument: string,
    probe: Probe,
  ): Promise<InstructorMove | null> => {
    switch (name) {
      case 'help':
        print(helpText());
        return null;
      case 'page':
        print(pageText(await probe.observe()));
        return null;
      case 'shot': {
        const file = argument || options.shotFile();
        try {
          writeFileSync(file, await probe.screenshot());
          print(`Saved ${file}`);
        } catch (error) {
          if (error instanceof ParleyError) throw error;
          print(`The picture cannot be written to ${file}: ${(error as Error).message}`);
        }
        return null;
      }
      case 'why':
        print(
          /^([1-9]\d*)?$/.test(argument)
            ? decisions.why(Number(argument || 1))
            : 'Which one? /why is the last decision, /why 2 the one before it.',
        );
        return null;
      case 'cost':
        print(spendingText(options.spending()));
        return null;
      case 'goto':
        return argument
          ? { type: 'goto', url: options.resolvePlace(argument) }
          : complain('Where to? For example /goto https://example.org');
      case 'back':
        return { type: 'back' };
      case 'exit':
        return { type: 'stop' };
    }
  };
  const complain = (message: string): null => {
    print(message);
    return null;
  };

  const instructor: Instructor = {
    async next(_exchange, probe, signal) {
      for (;;) {
        const raw = await readLine(signal);
        if (raw === null) {
          signal.throwIfAborted();
          return { type: 'stop' };
        }
        const line = parseLine(raw);
        if (line.type === 'unknown') print(line.message);
        if (line.type === 'say') {
          busySince = performance.now();
          stretch = new AbortController();
          return { type: 'say', text: line.text };
        }
        if (line.type !== 'command') continue;
        try {
          const move = await command(line.name, line.argument, probe);
          if (move) {
            busySince = performance.now();
            stretch = new AbortController();
            return move;
          }
        } catch (error) {
          if (!(error instanceof ParleyError)) throw error;
          print(`${error.message} ${error.next}`);
        }
      }
    },
  };

  return {
    instructor,
    print,
    heard: (event) => decisions.heard(event),
    phase: (text) => {
      phase = text;
    },
    interrupt,
    stretchSignal: () => stretch.signal,
    close() {
      clearInterval(still);
      rl.close();
    },
  };
}

function readHistory(file: string | undefined): string[] {
  if (!file) return [];
  try {
    // readline wants the newest line first; the file has it last, as shells do.
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).reverse().slice(0, HISTORY_LINES);
  } catch {
    return [];
  }
}

/** A history that cannot be written is not worth an interruption. */
function saveHistory(file: string | undefined, history: readonly string[]): void {
  if (!file) return;
  try {
    writeFileSync(file, `${history.toReversed().join('\n')}\n`, { mode: 0o600 });
  } catch {
    // Nothing depends on it.
  }
}
