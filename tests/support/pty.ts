/** Runs the program in a pseudoterminal and reads its screen. */
import { spawn, type IPty } from '@lydell/node-pty';
import xterm from '@xterm/headless';

import { MAIN_FILE, NO_MODEL } from './parley.js';

export interface Terminal {
  type(keys: string): void;
  /** Resolves with the screen once it shows the pattern. */
  waitForScreen(pattern: RegExp): Promise<string>;
  readScreen(): string;
  exitCode: Promise<number>;
  close(): void;
}

export const KEYS = { enter: '\r', up: '\u001b[A', ctrlC: '\u0003', ctrlD: '\u0004' };

export function openTerminal(
  args: string[],
  cwd: string,
  cols = 110,
  extraEnv: Record<string, string> = {},
): Terminal {
  const rows = 40;
  const screen = new xterm.Terminal({ cols, rows, scrollback: 1000, allowProposedApi: true });
  const env = { ...process.env, ...NO_MODEL, TERM: 'xterm-256color', ...extraEnv } as Record<string, string>;
  const pty: IPty = spawn(process.execPath, [MAIN_FILE, ...args], { cols, rows, cwd, env });
  const waiters = new Set<{ pattern: RegExp; resolve: (screenText: string) => void }>();
  const readScreen = (): string => {
    const { active } = screen.buffer;
    return Array.from({ length: active.length }, (_, i) => active.getLine(i)?.translateToString(true) ?? '')
      .join('\n')
      .trimEnd();
  };
  pty.onData((data) => {
    screen.write(data, () => {
      const screenText = readScreen();
      for (const waiter of waiters)
        if (waiter.pattern.test(screenText)) {
          waiters.delete(waiter);
          waiter.resolve(screenText);
        }
    });
  });
  return {
    type: (keys) => pty.write(keys),
    readScreen,
    waitForScreen: (pattern) =>
      pattern.test(readScreen())
        ? Promise.resolve(readScreen())
        : new Promise((resolve) => void waiters.add({ pattern, resolve })),
    exitCode: new Promise((resolve) => {
      pty.onExit(({ exitCode }) => resolve(exitCode));
    }),
    close: () => pty.kill('SIGKILL'),
  };
}
