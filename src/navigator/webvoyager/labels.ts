/** Maps an observation's labels to elements. */
import type { Candidate, NumberedElement, Observation, Uid } from '../../contract/index.js';
import type { LabelledElements } from '../../prompt/index.js';
import { findCandidate } from '../element-actions/find-candidate.js';

export interface LabelledElement {
  /** Null if the element cannot be acted on. */
  uid: Uid | null;
  candidate: Candidate | undefined;
  /** The element as WebVoyager's script reads it; absent in hardened mode and for the accessibility tree. */
  numberedElement?: NumberedElement;
}

export type LabelMap = ReadonlyMap<number, LabelledElement>;

export const mapScriptLabels = (observation: Observation): LabelMap =>
  new Map(
    (observation.webvoyager?.elements ?? []).map((numberedElement, label) => [
      label,
      {
        uid: numberedElement.uid,
        candidate: findCandidate(observation, numberedElement.uid),
        numberedElement,
      },
    ]),
  );

export const mapTreeLabels = (observation: Observation): LabelMap =>
  new Map(
    (observation.accessibilityTree?.nodes ?? []).map(({ id, uid }) => [
      id,
      { uid, candidate: findCandidate(observation, uid) },
    ]),
  );

export const mapListLabels = ({ byLabel }: LabelledElements): LabelMap =>
  new Map([...byLabel].map(([label, candidate]) => [label, { uid: candidate.uid, candidate }]));
