/** Types for a form that a line can fill in: its fields, their names, and the values that they accept. */
import type { Candidate } from '../../../contract/index.js';

export type FieldKind = 'text' | 'number' | 'date' | 'time' | 'email' | 'list' | 'tick';

export interface FormField {
  /** Index in the form. */
  index: number;
  kind: FieldKind;
  /** The field's names, each split into words: “Who paid?” becomes ["who", "paid"]. */
  names: readonly (readonly string[])[];
  /** Whether the field takes the new entry's name: “Title”, “Summary”, or the first text field. */
  isMain: boolean;
  isEmpty: boolean;
  /** Whether the field is a single radio button, which is chosen by its name alone. */
  isRadio: boolean;
  /** Whether it stands for the unknown fields of a form that is not open yet. Any words may be its name. */
  isPlaceholder?: true;
  /** Indexes of the fields that this one stands for: Day, Month and Year. */
  parts?: readonly number[];
  /** Returns the controls to set and their values; null if the field does not accept the value. */
  toSettings(value: string): readonly Setting[] | null;
  /**
   * Returns settings for a value that the line gives to this field, but that the field does not accept. Performing them
   * reports why. Null for fields without such a check.
   */
  toRefusedSettings(value: string): readonly Setting[] | null;
  /** Returns what to set to leave the field without a value; null if that is impossible. */
  toEmptySettings(): readonly Setting[] | null;
  /** Whether the field is a list with exactly this option. */
  hasOption(value: string): boolean;
  /** Whether the field is a list with only one option that contains these words. */
  hasOptionContaining(words: string): boolean;
}

/** A control to set and its value. The label is the control's or that of the chosen option. */
export interface Setting {
  uid: string;
  label: string;
  value: string;
}

export interface FormModel {
  form: Candidate | null;
  fields: readonly FormField[];
  buttons: readonly Candidate[];
  /** Stems of the words that say what the form is about. */
  topicStems: ReadonlySet<string>;
}
