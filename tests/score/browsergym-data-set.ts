/** The golden demonstration as records of WebLINX 1.1. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { UID_ATTRIBUTE } from '../../src/action/index.js';
import type { WeblinxTurn } from '../../src/demonstration/index.js';
import { goldenData } from '../support/golden.js';
import { DEMO, writeDemonstration } from './golden-data-set.js';

export const turns = goldenData.demo['replay.json'].data;

interface StepRecord {
  intent: string;
  args: Record<string, unknown>;
  is_task: boolean;
  has_full_snapshot: boolean;
  element?: unknown;
  [key: string]: unknown;
}

const PATHS = {
  screenshot_path: 'screenshot.png',
  html_path: 'page.html',
  bbox_path: 'boxes.json',
  axtree_path: 'axtree.json',
  dom_object_path: 'dom.json',
  extra_props_path: 'properties.json',
};

function toStepRecord(turn: WeblinxTurn): StepRecord {
  const common = {
    timestamp: turn.timestamp,
    is_task: turn.type === 'browser' || turn.speaker === 'navigator',
    has_full_snapshot: true,
    tab: { url: 'https://www.example.com/', id: 1 },
    zoom: 1,
    ...PATHS,
  };
  if (turn.type === 'chat')
    return { ...common, intent: 'say', args: { speaker: turn.speaker, utterance: turn.utterance } };
  const { intent, arguments: args } = turn.action;
  const { element, properties } = args;
  const uid = element?.attributes[UID_ATTRIBUTE];
  const values: Record<string, Record<string, unknown>> = {
    textInput: { value: args.text },
    change: { value: args.value },
    load: { url: properties['url'] },
    scroll: { x: args.scrollX, y: args.scrollY },
    tabremove: { target: properties['tabId'] },
    tabswitch: { origin: properties['tabIdOrigin'], target: properties['tabId'] },
  };
  return {
    ...common,
    intent: intent.toLowerCase(),
    args: { ...(uid === undefined ? {} : { uid }), ...values[intent] },
    ...(element && {
      element: {
        attributes: element.attributes,
        bbox: Object.fromEntries(
          Object.entries(element.bbox).map(([side, value]) => [side, Math.round(value * 10) / 10]),
        ),
      },
    }),
  };
}

/**
 * Writes a data set with the split `test_iid`.
 *
 * @param change may replace the records
 * @returns its folder
 */
export function writeRecords(
  folder: string,
  change: (steps: Record<string, StepRecord>) => unknown = (steps) => steps,
): string {
  const data = join(folder, 'data-1.1');
  writeDemonstration(join(data, 'demonstrations'));
  const steps = Object.fromEntries(turns.map((turn, index) => [String(index), toStepRecord(turn)]));
  writeFileSync(join(data, 'metadata.json'), JSON.stringify({ test_iid: { [DEMO]: change(steps) } }));
  return data;
}
