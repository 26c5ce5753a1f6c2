/** The applications of the `lines` benchmark. */
import type { BenchmarkApplication } from '../lib/lines/application.js';
import { buku } from './buku/application.js';
import { datasette } from './datasette/application.js';
import { django } from './django/application.js';
import { fava } from './fava/application.js';
import { ihatemoney } from './ihatemoney/application.js';
import { maildev } from './maildev/application.js';
import { sqlite } from './sqlite/application.js';
import { trac } from './trac/application.js';

export const LINE_APPLICATIONS: readonly BenchmarkApplication[] = [
  django,
  sqlite,
  trac,
  ihatemoney,
  datasette,
  fava,
  maildev,
  buku,
];
