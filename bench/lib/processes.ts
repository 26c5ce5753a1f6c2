/**
 * Reads the CPU time and memory of this process and its descendants (the browsers) from `/proc`. Linux only. CPU time
 * comes from the scheduler's account of each thread, which other load on the machine hardly changes.
 */
import { readFileSync, readdirSync } from 'node:fs';

interface ProcessEntry {
  pid: number;
  parent: number;
}

function listProcesses(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name in parentheses may contain any characters. The parent is the second field after it.
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return [{ pid: Number(name), parent }];
      } catch {
        return [];
      }
    });
}

/** Lists a process and its descendants, the process itself first. */
export function listProcessTree(root: number): number[] {
  const all = listProcesses();
  const tree = [root];
  for (const pid of tree)
    tree.push(...all.filter(({ parent }) => parent === pid).map(({ pid: child }) => child));
  return tree;
}

function addThreads(cpuByThread: Map<string, number>, pid: number): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const [runtime] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      cpuByThread.set(thread, Number(runtime));
    }
  } catch {
    // The process ended in the meantime.
  }
}

/**
 * Reads the CPU time of every thread in nanoseconds. Threads that have ended are missing, so compare two readings
 * thread by thread. Reading costs CPU time in this process. To keep that cost out of the difference, the first reading
 * reads this process last, and the second reads it first.
 */
export function readCpuByThread(which: 'first' | 'second'): Map<string, number> {
  const cpuByThread = new Map<string, number>();
  if (which === 'second') addThreads(cpuByThread, process.pid);
  for (const pid of listProcessTree(process.pid)) if (pid !== process.pid) addThreads(cpuByThread, pid);
  if (which === 'first') addThreads(cpuByThread, process.pid);
  return cpuByThread;
}

/** The CPU milliseconds between two readings of all threads. */
export function sumCpuMs(before: Map<string, number>, after: Map<string, number>): number {
  let sum = 0;
  for (const [thread, runtime] of after) sum += runtime - (before.get(thread) ?? 0);
  return sum / 1e6;
}

/** Reads the proportional set size in MB, which counts shared memory once. */
export function readMemoryMb(pids: number[]): number {
  let kb = 0;
  for (const pid of pids)
    try {
      kb += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // The process ended in the meantime.
    }
  return kb / 1024;
}

/** Reads the CPU milliseconds of a process and its descendants, including those that ended and were waited for. */
export function readTotalCpuMs(root: number): number {
  let ticks = 0;
  for (const pid of listProcessTree(root))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // utime, stime, cutime and cstime; a tick is 10 ms.
      for (const field of fields.slice(11, 15)) ticks += Number(field);
    } catch {
      // The process ended in the meantime.
    }
  return ticks * 10;
}
