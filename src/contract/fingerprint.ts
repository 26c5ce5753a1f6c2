/** The identity of an element. It is recorded with each action so that a replay can find the element again. */
import type { Box } from './observation.js';

export interface ElementFingerprint {
  tag: string;
  role: string;
  /** Accessible name; for an element without one its rendered text. */
  name: string;
  /** Rendered text, if it differs from the name. */
  text?: string;
  inputType?: string;
  /** Attributes for automated tests, such as `data-testid`. */
  testIds?: Record<string, string>;
  /** Attributes that describe the element and do not depend on its state: `id`, `name`, `href`, `placeholder` … */
  attributes?: Record<string, string>;
  landmark: string;
  section: string;
  /** The table row, list entry or card around the element. */
  row?: RowFingerprint;
  /** Text before and after the element. */
  before?: string;
  after?: string;
  /** URLs of the frames around the element, from the top. */
  frame?: string[];
  /** States that an action may toggle, as they were before the action. */
  states?: {
    checked?: boolean | 'mixed';
    expanded?: boolean;
    pressed?: boolean | 'mixed';
    selected?: boolean;
  };
  /** Label of the option that the action chose in a list. */
  option?: string;
  /** Visible elements with the same role and name: their count, the index of this one, and the count in its section. */
  alike: { count: number; index: number; inSection: number };
  /** A hint only: a replay never finds an element by its position. */
  box: Box;
}

export interface RowFingerprint {
  /** What the row is about: its first heading, link, row header or cell. */
  key: string;
  /** Whether the key is unique among the rows that contain an element with the same role and name. */
  isKeyUnique: boolean;
  text: string;
  /** Tag of the row's element, such as `tr`, `li` or `article`. */
  tag?: string;
}
