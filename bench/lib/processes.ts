/**
 * Reads the CPU time and memory of this process and its descendants (the browsers) from `/proc`. Linux only. CPU time
 * comes from the scheduler's statistics of each thread, which other load on the machine hardly changes.
 */
import { readFileSync, readdirSync } from 'node:fs';

interface ProcessEntry {
  pid: number;
  parentPid: number;
}

function listProcesses(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name in parentheses may contain any characters. The parent is the second field after it.
        const parentPid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return [{ pid: Number(name), parentPid }];
      } catch {
        return [];
      }
    });
}

/** Lists a process and its descendants, the process itself first. */
export function listProcessTree(root: number): number[] {
  const processes = listProcesses();
  const pids = [root];
  for (const pid of pids)
    pids.push(...processes.filter(({ parentPid }) => parentPid === pid).map(({ pid: child }) => child));
  return pids;
}

function addThreadTimes(cpuByThread: Map<string, number>, pid: number): void {
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
 * Reads the CPU time of every thread in nanoseconds. Threads that have ended are missing, so two readings must be compared
 * thread by thread. Reading costs CPU time in this process. To keep that cost out of the difference, the first reading
 * reads this process last, and the second reads it first.
 */
export function readCpuByThread(reading: 'first' | 'second'): Map<string, number> {
  const cpuByThread = new Map<string, number>();
  if (reading === 'second') addThreadTimes(cpuByThread, process.pid);
  for (const pid of listProcessTree(process.pid)) if (pid !== process.pid) addThreadTimes(cpuByThread, pid);
  if (reading === 'first') addThreadTimes(cpuByThread, process.pid);
  return cpuByThread;
}

/** Sums the CPU milliseconds of all threads between two readings. */
export function sumCpuMs(first: Map<string, number>, second: Map<string, number>): number {
  let sum = 0;
  for (const [thread, runtime] of second) sum += runtime - (first.get(thread) ?? 0);
  return sum / 1e6;
}

/** Reads the processes' total proportional set size in MB, which counts shared memory once. */
export function readMemoryMb(pids: number[]): number {
  let totalKb = 0;
  for (const pid of pids)
    try {
      totalKb += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // The process ended in the meantime.
    }
  return totalKb / 1024;
}

/** Reads the CPU milliseconds of a process and its descendants, including descendants that ended and were waited for. */
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
