/**
 * The terminal instructor: reads lines from a person or a pipe with `node:readline` and keeps a history. Ctrl-C stops
 * the navigator but not the session. With piped input, everything works except line editing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';

import type { Instructor, InstructorMove, Probe, SessionEvent } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import { stripTerminalControls } from '../text/index.js';
import { formatHelp, parseChatLine, type CommandName } from './commands.js';
import { createDecisionHistory } from './decisions.js';
import { formatKeyboardQuestion, type Keyboard } from './keyboard.js';
import { formatPage } from './page-text.js';
import { type Spending, formatSpending } from './spending.js';
import { getColumnCount, wrapText } from './wrap-text.js';

const MAX_HISTORY_LINES = 500;
const PROMPT = 'You: ';
/** A second Ctrl-C within this time ends the session. */
const SECOND_INTERRUPT_MS = 2_000;
const PROGRESS_INTERVAL_MS = 15_000;

export interface TerminalOptions {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  /** File with the lines of earlier sessions; undefined disables the history. */
  historyFile?: string;
  /** Converts an address that a person typed into a URL. @throws ParleyError */
  resolveAddress(text: string): string;
  /** Returns the file for a `/shot` without a file name. */
  createShotPath(): string;
  /** Saves the conversation so far as a scenario and returns a message to print. @throws ParleyError */
  saveScenario(file: string | undefined, force: boolean): string;
  /** Returns the cost of the model so far; null without a model. */
  getSpending(): Spending | null;
}

export interface Terminal {
  instructor: Instructor;
  /**
   * Asks the person for the navigator's next action (`step:keyboard`). Ctrl-C stops the navigator. Resolves to null at
   * the end of the input.
   */
  readAction: Keyboard['readAction'];
  /** Prints text, wrapped to the terminal's width. */
  print(line: string): void;
  /** Receives every recorded event, for `/why`. */
  recordEvent(event: SessionEvent): void;
  /** Sets what the navigator is doing, for progress messages. */
  setPhase(text: string): void;
  /** Returns the signal that Ctrl-C aborts while the navigator works. Each instructor line gets a new one. */
  getRunSignal(): AbortSignal;
  /** Does the same as Ctrl-C. Called when the process receives a signal. */
  interrupt(): void;
  close(): void;
}

export function createTerminal(options: TerminalOptions): Terminal {
  const { input, output } = options;
  const isInteractive = Boolean(input.isTTY && output.isTTY);
  const rl: Interface = createInterface({
    input,
    output,
    terminal: isInteractive,
    prompt: PROMPT,
    historySize: MAX_HISTORY_LINES,
    removeHistoryDuplicates: true,
    history: isInteractive ? readHistory(options.historyFile) : [],
  });
  const pendingLines: string[] = [];
  let hasInputEnded = false;
  let resolvePendingRead: ((line: string | null) => void) | null = null;
  let isReadingAction = false;
  let runController = new AbortController();
  let lastIdleInterruptMs = -Infinity;
  let busySinceMs = performance.now();
  let phase = '';
  const decisions = createDecisionHistory();

  rl.on('line', (line) => {
    if (resolvePendingRead) resolvePendingRead(line);
    else pendingLines.push(line);
  });
  rl.on('close', () => {
    hasInputEnded = true;
    resolvePendingRead?.(null);
  });
  rl.on('history', (history: string[]) => saveHistory(options.historyFile, history));

  const print = (line: string): void => {
    output.write(`${wrapText(line, getColumnCount(output))}\n`);
  };

  const endInput = (): void => {
    hasInputEnded = true;
    resolvePendingRead?.(null);
  };

  const interrupt = (): void => {
    if (!resolvePendingRead || isReadingAction) {
      runController.abort(new Error('stopped by the instructor'));
      return;
    }
    if (!isInteractive || performance.now() - lastIdleInterruptMs < SECOND_INTERRUPT_MS) return endInput();
    lastIdleInterruptMs = performance.now();
    output.write('\n');
    print('To leave, press Ctrl-C again or type /exit.');
    rl.write(null, { ctrl: true, name: 'u' });
    rl.prompt();
  };
  rl.on('SIGINT', interrupt);

  const progressTimer = setInterval(() => {
    const seconds = Math.round((performance.now() - busySinceMs) / 1000);
    if (!resolvePendingRead && !hasInputEnded && seconds * 1000 >= PROGRESS_INTERVAL_MS)
      print(`Still ${phase || 'working'} after ${seconds} seconds. Press Ctrl-C to stop the navigator.`);
  }, PROGRESS_INTERVAL_MS);
  progressTimer.unref();

  const readLine = async (signal: AbortSignal): Promise<string | null> => {
    const nextLine = pendingLines.shift();
    if (nextLine !== undefined) {
      if (isInteractive) print(`${rl.getPrompt()}${nextLine}`);
      return nextLine;
    }
    if (hasInputEnded || signal.aborted) return null;
    if (isInteractive) rl.prompt();
    return new Promise((resolve) => {
      const finish = (line: string | null): void => {
        resolvePendingRead = null;
        signal.removeEventListener('abort', onAbort);
        resolve(line);
      };
      const onAbort = (): void => finish(null);
      signal.addEventListener('abort', onAbort);
      resolvePendingRead = finish;
    });
  };

  const readAction: Keyboard['readAction'] = async (question, signal) => {
    print(formatKeyboardQuestion(question));
    rl.setPrompt('Action: ');
    isReadingAction = true;
    try {
      const line = await readLine(signal);
      signal.throwIfAborted();
      return line;
    } finally {
      isReadingAction = false;
      rl.setPrompt(PROMPT);
    }
  };

  const runCommand = async (
    name: CommandName,
    argument: string,
    probe: Probe,
  ): Promise<InstructorMove | null> => {
    switch (name) {
      case 'help':
        print(formatHelp());
        return null;
      case 'page':
        print(stripTerminalControls(formatPage(await probe.observe())));
        return null;
      case 'shot': {
        const file = argument || options.createShotPath();
        try {
          writeFileSync(file, await probe.screenshot());
          print(`Saved ${file}`);
        } catch (error) {
          if (error instanceof ParleyError) throw error;
          print(`I could not save the screenshot to ${file}: ${(error as Error).message}`);
        }
        return null;
      }
      case 'why':
        print(
          /^([1-9]\d*)?$/.test(argument)
            ? decisions.explain(Number(argument || 1))
            : 'Type /why for the last decision, or /why 2 for the one before it.',
        );
        return null;
      case 'cost':
        print(formatSpending(options.getSpending()));
        return null;
      case 'save': {
        const file = argument.replace(/(?:^|\s+)--force$/, '');
        print(options.saveScenario(file === '' ? undefined : file, file !== argument));
        return null;
      }
      case 'goto':
        return argument
          ? { type: 'goto', url: options.resolveAddress(argument) }
          : printHint('Add the address to open, for example /goto https://example.org');
      case 'back':
        return { type: 'back' };
      case 'undo':
        return { type: 'undo' };
      case 'retry':
        return argument === '' ? { type: 'retry' } : { type: 'retry', model: argument };
      case 'exit':
        return { type: 'stop' };
    }
  };
  const printHint = (message: string): null => {
    print(message);
    return null;
  };

  const instructor: Instructor = {
    async next(_exchange, probe, signal) {
      for (;;) {
        // Created before the line is read, so that Ctrl-C right after Enter stops the run that the line starts.
        runController = new AbortController();
        const rawLine = await readLine(signal);
        if (rawLine === null) {
          signal.throwIfAborted();
          return { type: 'stop' };
        }
        const chatLine = parseChatLine(rawLine);
        if (chatLine.type === 'unknown') print(chatLine.message);
        if (chatLine.type === 'say') {
          busySinceMs = performance.now();
          return { type: 'say', text: chatLine.text };
        }
        if (chatLine.type !== 'command') continue;
        try {
          const move = await runCommand(chatLine.name, chatLine.argument, probe);
          if (move) {
            busySinceMs = performance.now();
            return move;
          }
        } catch (error) {
          if (!(error instanceof ParleyError)) throw error;
          print(stripTerminalControls(`${error.message} ${error.next}`));
        }
      }
    },
  };

  return {
    instructor,
    readAction,
    print,
    recordEvent: (event) => decisions.record(event),
    setPhase: (text) => {
      phase = text;
    },
    interrupt,
    getRunSignal: () => runController.signal,
    close() {
      clearInterval(progressTimer);
      rl.close();
    },
  };
}

function readHistory(file: string | undefined): string[] {
  if (!file) return [];
  try {
    // readline expects the newest line first; the file has it last, as in shells.
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).reverse().slice(0, MAX_HISTORY_LINES);
  } catch {
    return [];
  }
}

/** Saves the history and ignores write errors. */
function saveHistory(file: string | undefined, history: readonly string[]): void {
  if (!file) return;
  try {
    writeFileSync(file, `${history.toReversed().join('\n')}\n`, { mode: 0o600 });
  } catch {
    // The session does not depend on the history.
  }
}
