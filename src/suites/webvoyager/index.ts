/**
 * The WebVoyager suite: tasks on websites in the format of WebVoyager's data set, with WebVoyager's results layout.
 * Parley contains no part of the data set; `fetch.ts` downloads it on request.
 */
import type { Suite } from '../suite.js';
import { fetchDataSet } from './fetch.js';
import { FLAGS, readTasksFromFlags } from './flags.js';
import { selectHostPolicy } from './host-policy.js';
import { PUBLISHED_RESULTS } from './published.js';
import { isLayoutFile, writeLayout } from './layout.js';

export const webvoyager: Suite = {
  name: 'webvoyager',
  page: { viewport: { width: 1024, height: 768 }, locale: 'en-US' },
  maxIterations: 15,
  published: PUBLISHED_RESULTS,
  publishedNote: 'on other tasks',
  flags: FLAGS,
  data: { folder: 'webvoyager-data', fetch: fetchDataSet },
  readTasks: readTasksFromFlags,
  getHostPolicy: selectHostPolicy,
  writeTask: writeLayout,
  mustDeleteBeforeRerun: isLayoutFile,
};
