/** The action intents that a scenario can name, with the recording's spelling. */
import * as z from 'zod';

import type { PageAction } from '../../contract/index.js';

/** A record, not a list, so that the compiler reports a missing intent. */
const INTENTS: Readonly<Record<PageAction['intent'], true>> = {
  click: true,
  doubleClick: true,
  rightClick: true,
  hover: true,
  textInput: true,
  change: true,
  submit: true,
  press: true,
  drag: true,
  upload: true,
  scroll: true,
  reveal: true,
  copy: true,
  paste: true,
  load: true,
  back: true,
  forward: true,
  reload: true,
  wait: true,
  dialog: true,
  tabcreate: true,
  tabremove: true,
  tabswitch: true,
};

export const intent = z.enum(Object.keys(INTENTS) as [PageAction['intent'], ...PageAction['intent'][]]);
