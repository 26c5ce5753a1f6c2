/**
 * What this process and all processes below it (the browsers it started) have used: CPU from the scheduler's own
 * account, which other load on the machine does not change, and resident memory. Linux only.
 */
import { readFileSync, readdirSync } from 'node:fs';

interface Process {
  pid: number;
  parent: number;
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name in parentheses may hold anything; the parent is the second field behind it.
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return [{ pid: Number(name), parent }];
      } catch {
        return [];
      }
    });
}

/** The process and everything that it started, itself first. */
export function treeOf(root: number): number[] {
  const all = processes();
  const tree = [root];
  for (const pid of tree)
    tree.push(...all.filter(({ parent }) => parent === pid).map(({ pid: child }) => child));
  return tree;
}

function readThreads(pid: number, into: Map<string, number>): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      into.set(thread, Number(ran));
    }
  } catch {
    // It ended while it was read.
  }
}

/**
 * Nanoseconds on a CPU by thread. Threads that have ended are missing, so readings are compared thread by thread.
 * The reading costs this process something: as the first of two it reads this process last, as the second first,
 * so that the cost falls outside.
 */
export function cpuByThread(which: 'first' | 'second'): Map<string, number> {
  const out = new Map<string, number>();
  if (which === 'second') readThreads(process.pid, out);
  for (const pid of treeOf(process.pid)) if (pid !== process.pid) readThreads(pid, out);
  if (which === 'first') readThreads(process.pid, out);
  return out;
}

/** CPU milliseconds between two readings. */
export function cpuBetween(before: Map<string, number>, after: Map<string, number>): number {
  let sum = 0;
  for (const [thread, ran] of after) sum += ran - (before.get(thread) ?? 0);
  return sum / 1e6;
}

/** Proportional resident memory in MB: what processes share is counted once. */
export function memoryOf(pids: number[]): number {
  let kb = 0;
  for (const pid of pids)
    try {
      kb += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It ended while it was read.
    }
  return kb / 1024;
}

/** CPU milliseconds of a process, of all below it, and of those of them that have ended and were waited for. */
export function cpuEver(root: number): number {
  let ticks = 0;
  for (const pid of treeOf(root))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // utime, stime, cutime and cstime; a tick is 10 ms.
      for (const field of fields.slice(11, 15)) ticks += Number(field);
    } catch {
      // It ended while it was read.
    }
  return ticks * 10;
}
