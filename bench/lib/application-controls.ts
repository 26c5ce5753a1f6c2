/**
 * Controls of installed open-source applications, with facts from their pages, classified by hand. Unclear
 * controls, such as “Save”, are omitted.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ConsentClass } from '../../src/contract/index.js';
import type { PageFacts } from '../../src/policy/consent/index.js';

export interface ApplicationControl {
  /** Application name and version. */
  application: string;
  /** Consent class of pressing the control; null if it is harmless. */
  class: ConsentClass | null;
  /** Facts about the page, without its text. */
  facts: PageFacts;
}

export const readApplicationControls = (): ApplicationControl[] =>
  JSON.parse(readFileSync(join(process.cwd(), 'bench/data/controls/applications.json'), 'utf8'));
