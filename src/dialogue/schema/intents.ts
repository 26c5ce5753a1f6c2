/** The action intents that a scenario can name, spelled as in the recording. */
import * as z from 'zod';

import type { PageAction } from '../../contract/index.js';

/** A record instead of a list: the compiler reports an intent that is missing here. */
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
