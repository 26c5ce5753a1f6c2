/**
 * Results of the WebLINX paper (arXiv 2402.05930), table 4: intent match, element group (IoU) and text group (F1) on
 * TEST-OOD, and the overall score on TEST-OOD and TEST-IID. In per cent; turns with the wrong intent count as 0.
 */
export interface PublishedScore {
  model: string;
  /** Number of parameters; empty if unknown. */
  size: string;
  finetuned: boolean;
  intentMatch: number;
  element: number;
  text: number;
  overallOod: number;
  overallIid: number;
}

type Row = [model: string, size: string, im: number, iou: number, f1: number, ood: number, iid: number];

const ZERO_SHOT: readonly Row[] = [
  ['Llama-2', '13B', 43.5, 4.9, 1.4, 5.2, 5.6],
  ['GPT-3.5 Turbo', '', 42.7, 9.0, 3.5, 8.8, 10.3],
  ['GPT-4 Turbo', '', 41.8, 11.2, 6.9, 11.0, 12.2],
  ['GPT-4V', '', 42.3, 11.4, 6.4, 10.9, 12.9],
];
const FINETUNED: readonly Row[] = [
  ['Pix2Act', '1.3B', 82.1, 9.3, 26.6, 18.4, 23.9],
  ['Sheared-LLaMA', '2.7B', 84.7, 25.3, 29.2, 27.6, 37.4],
  ['MindAct', '3B', 80.1, 17.7, 23.4, 21.9, 25.7],
  ['Flan-T5', '3B', 81.6, 22.1, 26.4, 25.2, 31.1],
  ['Fuyu', '8B', 80.9, 17.8, 24.5, 22.2, 30.9],
  ['Llama-2', '13B', 83.0, 25.7, 28.7, 27.8, 37.0],
  ['GPT-3.5 Turbo', '', 78.5, 21.1, 23.8, 23.3, 30.8],
];

const toScore =
  (finetuned: boolean) =>
  ([model, size, intentMatch, element, text, overallOod, overallIid]: Row): PublishedScore => ({
    model,
    size,
    finetuned,
    intentMatch,
    element,
    text,
    overallOod,
    overallIid,
  });

export const PUBLISHED_SCORES: readonly PublishedScore[] = [
  ...ZERO_SHOT.map(toScore(false)),
  ...FINETUNED.map(toScore(true)),
];
