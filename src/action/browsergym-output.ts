/** Converts the output of a WebLINX model to BrowserGym's syntax, as the WebLINX package does for the action history. */
import { formatNumber, repr } from '../python/index.js';
import { type LiveDecision, type LiveTarget, parseLiveOutput } from './weblinx-live.js';

/** @returns the output unchanged if it is not an action, or if BrowserGym lacks the action: `change`, `copy`, `paste` */
export function toBrowserGymSyntax(output: string): string {
  const result = parseLiveOutput(output);
  return (result.ok ? formatDecision(result.decision) : null) ?? output;
}

function formatDecision(decision: LiveDecision): string | null {
  switch (decision.intent) {
    case 'say':
      return formatCall('send_msg_to_user', decision.text);
    case 'click':
    case 'submit':
      return formatElementCall('click', decision.target);
    case 'hover':
      return formatElementCall('hover', decision.target);
    case 'textInput':
      return formatElementCall('fill', decision.target, decision.text);
    case 'load':
      return formatCall('goto', decision.url);
    case 'scroll':
      return formatCall('scroll', decision.x, decision.y);
    case 'tabcreate':
      return formatCall('new_tab');
    case 'tabremove':
      return formatCall('tab_close');
    case 'tabswitch':
      return formatCall('tab_focus', decision.tab);
    case 'change':
    case 'copy':
    case 'paste':
      return null;
  }
}

/** Returns null for a target given as a point, because BrowserGym accepts ids only. */
const formatElementCall = (name: string, target: LiveTarget, ...values: string[]): string | null =>
  'uid' in target ? formatCall(name, target.uid, ...values) : null;

const formatCall = (name: string, ...values: (string | number)[]): string =>
  `${name}(${values.map((value) => (typeof value === 'string' ? repr(value) : formatNumber(value))).join(', ')})`;
