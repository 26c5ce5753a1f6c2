/** Masks the secrets in a state before a prompt is built from it. */
import type { State } from '../contract/index.js';
import type { Redactor } from './redactor.js';

/**
 * Masks before any text is truncated, because a truncated secret would not be recognised. Images are not changed; the
 * WebLINX artefacts are left out.
 */
export function maskState({ observation, exchange }: State, redactor: Redactor): State {
  const { weblinx: _, screenshot, marks, webvoyager, ...otherFields } = observation;
  return {
    observation: {
      ...redactor.json(otherFields),
      ...(screenshot === undefined ? {} : { screenshot }),
      ...(marks && { marks }),
      ...(webvoyager && {
        webvoyager: { ...webvoyager, elements: redactor.json(webvoyager.elements) },
      }),
    },
    exchange: redactor.json(exchange),
  };
}
