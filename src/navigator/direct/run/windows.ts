/**
 * The window that lies over the page, whether it says that it is a dialog or is only drawn as one: what it is called,
 * how it is left, and whether it may be left unasked, as a tour or an offer may.
 */
import type { Candidate } from '../../../contract/index.js';
import { short } from '../ground/describe.js';
import { calledByIcon, nameOf } from '../ground/names.js';
import { isField, isSelect } from '../ground/kinds.js';
import type { View } from '../ground/view.js';
import { TOUR } from '../lexicon/consent.js';
import { clip } from '../text.js';
import { closer, offerRefusal } from './banner.js';

export interface OpenWindow {
  name: string;
  parts: readonly Candidate[];
  /** `the “Import” window`. */
  said: string;
}

const isDialog = (c: Candidate): boolean => c.role === 'dialog' || c.role === 'alertdialog';

export function openWindow(view: View): OpenWindow | null {
  if (!view.dialogOpen) return null;
  const parts = view.candidates.filter((c) => c.visible && view.inDialog(c));
  const drawn = parts.find((c) => c.overlay)?.overlay;
  const told = view.candidates.findLast((c) => isDialog(c) && c.visible && c.inViewport);
  const heading = parts.find((c) => c.role === 'heading' && c.text);
  const name = clip(drawn || told?.name || heading?.text || '', 60);
  return { name, parts, said: name ? `the “${name}” window` : 'the window that is open' };
}

const isCross = (c: Candidate): boolean =>
  calledByIcon(c) && /^(?:times|xmark|x|close|cross|remove|x lg)(?: circle)?$/u.test(nameOf(c));

/** What leaves it: a button that closes, a cross without a word, a button that declines what it offers. */
export function wayOut(view: View): Candidate | null {
  const within = (c: Candidate): boolean => view.inDialog(c);
  const cross = view.candidates.find((c) => c.visible && c.interactive && within(c) && isCross(c));
  return closer(view, within) ?? cross ?? offerRefusal(view);
}

/** A tour holds nothing that anybody has done: it may be left as an offer may. */
export function tourExit(view: View): Candidate | null {
  const open = openWindow(view);
  if (!open || open.parts.some((c) => isField(c) || isSelect(c))) return null;
  const words = open.parts.map((c) => {
    const all = [c.attributes, ...c.folded.map((a) => a.attributes)];
    return all.map((a) => `${a.class ?? ''} ${a.id ?? ''}`).join(' ');
  });
  const tour = TOUR.test(`${open.name} ${words.join(' ')}`.replace(/[-_]/gu, ' '));
  return tour ? wayOut(view) : null;
}

/** What it offers, for a report that it is in the way. */
export function offered({ parts }: OpenWindow): string {
  const list = parts.filter((c) => c.role === 'button' && c.interactive && !c.states.disabled).slice(0, 4);
  return list.length ? ` It has ${list.map(short).join(', ')}.` : '';
}
