/** Parses an action as the environments of SteP's released code do, including their defects. Pure. */
import type { StepGrammar } from '../../contract/index.js';
import type { StepAction } from './grammar.js';

export type FaithfulStep =
  | { type: 'action'; action: StepAction }
  /** MiniWoB++ and the live sites print an error and continue; the step counts. */
  | { type: 'ignored' }
  /** WebArena's parser raises an error that ends the run. */
  | { type: 'crash' };

const IGNORED: FaithfulStep = { type: 'ignored' };
const CRASH: FaithfulStep = { type: 'crash' };
const toActionStep = (action: StepAction): FaithfulStep => ({ type: 'action', action });

export function parseActionFaithfully(actionText: string, grammar: StepGrammar): FaithfulStep {
  if (grammar === 'miniwob') return readMiniwobAction(actionText);
  return grammar === 'live' ? readLiveAction(actionText) : readWebarenaAction(actionText);
}

function readMiniwobAction(actionText: string): FaithfulStep {
  const click = /^click \[(\S+)\]/i.exec(actionText);
  if (click) return clickDigits(click[1]!);
  const type = /^type \[(\S+)\] \[(.+)\]/i.exec(actionText);
  if (type) return typeDigits(type[1]!, type[2]!);
  const stop = /^stop \[([^\]]*)\]/i.exec(actionText);
  return stop ? toActionStep({ verb: 'stop', answer: stop[1]! }) : IGNORED;
}

const clickDigits = (id: string): FaithfulStep =>
  /^\d+$/.test(id) ? toActionStep({ verb: 'click', id: Number(id) }) : IGNORED;

const typeDigits = (id: string, text: string): FaithfulStep =>
  /^\d+$/.test(id) ? toActionStep({ verb: 'type', id: Number(id), text, enter: false }) : IGNORED;

/** The additional actions of the released wrapper; WebArena parses the others. */
function readLiveAction(actionText: string): FaithfulStep {
  const hasEnterFlag = /^type ?\[\d+\] ?\[.+\] ?\[[01]\]$/is.test(actionText);
  const type = hasEnterFlag ? null : /^type \[(\S+)\] \[(.+)\]/i.exec(actionText);
  if (type) return typeDigits(type[1]!, type[2]!);
  const click = /^click \[(\S+)\]/i.exec(actionText);
  if (click) return clickDigits(click[1]!);
  const open = /^(goto|open) \[(\S+)\]/i.exec(actionText);
  if (open) return toActionStep({ verb: open[1]!.toLowerCase() as 'goto' | 'open', url: open[2]! });
  const copy = /^copy \[(\S+)\]/i.exec(actionText);
  if (copy) return toActionStep({ verb: 'note', text: copy[1]! });
  const stop = /^stop \[([^\]]*)\]/i.exec(actionText);
  if (stop) return toActionStep({ verb: 'stop', answer: stop[1]! });
  const step = readWebarenaAction(actionText);
  return step.type === 'crash' ? IGNORED : step;
}

/** SteP's wrapper looks for a note before WebArena parses the action. */
function readWebarenaAction(actionText: string): FaithfulStep {
  const note = /note \[([^]*?)\]?$/.exec(actionText);
  if (note) return toActionStep({ verb: 'note', text: note[1]! });
  const text = actionText.trim();
  const verb = (text.includes('[') ? text.slice(0, text.indexOf('[')) : text.split(/\s+/)[0]!).trim();
  switch (verb) {
    case 'click':
    case 'hover': {
      const id = new RegExp(String.raw`${verb} ?\[(\d+)\]`).exec(text);
      return id ? toActionStep({ verb, id: Number(id[1]) }) : CRASH;
    }
    case 'type': {
      const textWithEnterFlag = /\[[01]\]$/.test(text) ? text : `${text} [1]`;
      const type = /type ?\[(\d+)\] ?\[(.+)\] ?\[(\d+)\]/.exec(textWithEnterFlag);
      return type
        ? toActionStep({ verb, id: Number(type[1]), text: type[2]!, enter: type[3] === '1' })
        : CRASH;
    }
    case 'press': {
      const keys = /press ?\[(.+)\]/.exec(text);
      return keys ? toActionStep({ verb, keys: keys[1]! }) : CRASH;
    }
    case 'scroll':
    case 'scroll up':
    case 'scroll down': {
      const direction = /scroll ?\[?(up|down)\]?/.exec(text);
      return direction ? toActionStep({ verb: 'scroll', direction: direction[1] as 'up' | 'down' }) : CRASH;
    }
    case 'goto': {
      const url = /goto ?\[(.+)\]/.exec(text);
      return url ? toActionStep({ verb, url: url[1]! }) : CRASH;
    }
    case 'tab_focus': {
      const index = /tab_focus ?\[(\d+)\]/.exec(text);
      return index ? toActionStep({ verb, index: Number(index[1]) }) : CRASH;
    }
    case 'go_back':
    case 'go_forward':
    case 'new_tab':
    case 'close_tab':
      return toActionStep({ verb });
    case 'stop':
      return toActionStep({ verb, answer: /stop ?\[(.+)\]/.exec(text.replaceAll('\\', ''))?.[1] ?? '' });
    default:
      return CRASH;
  }
}
