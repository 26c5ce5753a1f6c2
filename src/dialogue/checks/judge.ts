/**
 * Judges a scenario's checks against the page, its servers and the recording. Checks change nothing: they read the
 * page through the probe and servers over HTTP. A failed check is retried for a while, because pages take time.
 */
import type { CheckResult, Probe } from '../../contract/index.js';
import type { Check } from '../schema/scenario.js';
import { judgeElement } from './element.js';
import { judgeHttp } from './http.js';
import { judgeByModel } from './model-judge.js';
import { DEFAULT_CONTEXT, type JudgeOptions, type JudgeContext } from './poll.js';
import { judgeQuery, judgeScript, judgeText, judgeUrl } from './page.js';
import { judgeActions, judgeDownload } from './record.js';

export async function judgeCheck(
  check: Check,
  probe: Probe,
  signal: AbortSignal,
  options: JudgeOptions = {},
): Promise<CheckResult> {
  const result = await judgeByKind(check, probe, signal, { ...DEFAULT_CONTEXT, ...options });
  return isSoft(check) ? { ...result, soft: true } : result;
}

/** A model's verdict is soft unless the scenario sets `gate: true`. */
export function isSoft({ gate, judge }: Pick<Check, 'gate' | 'judge'>): boolean {
  return judge === undefined ? gate === false : gate !== true;
}

function judgeByKind(
  check: Check,
  probe: Probe,
  signal: AbortSignal,
  context: JudgeContext,
): CheckResult | Promise<CheckResult> {
  if (check.url !== undefined) return judgeUrl(check.url, probe, signal, context);
  if (check.text !== undefined) return judgeText(check.text, probe, signal, context);
  if (check.element !== undefined) return judgeElement(check.element, probe, signal, context);
  if (check.query !== undefined) return judgeQuery(check.query, probe, signal, context);
  if (check.js !== undefined)
    return judgeScript(check.js, 'equals' in check ? check.equals : true, probe, signal, context);
  if (check.actions !== undefined) return judgeActions(check.actions, context.turns);
  if (check.download !== undefined) return judgeDownload(check.download, probe, signal, context);
  if (check.http !== undefined) return judgeHttp(check.http, signal, context);
  if (check.judge !== undefined) return judgeByModel(check.judge, probe, signal, context);
  throw new Error('a check has one of url, text, element, query, js, actions, download, http and judge');
}
