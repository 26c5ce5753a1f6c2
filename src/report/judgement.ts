/** Reads and renders the verdict of `parley judge` on a session. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { html, type Markup } from './html.js';

/** The fields of `judge.json` that a report shows. */
export interface JudgementSummary {
  /** 1: success, 0: failure, null: the judge could not decide. */
  verdict: 1 | 0 | null;
  explanation: string;
  model: string | null;
  /** Whether the judge saw a possible answer. */
  hints: boolean;
}

/** Reads `judge.json` from the session's folder, or else from the folder of the session's task. */
export function readJudgement(dir: string): JudgementSummary | null {
  const parent = dirname(dir);
  const folders = basename(parent) === 'demonstrations' ? [dir, dirname(parent)] : [dir];
  for (const folder of folders) {
    const file = join(folder, 'judge.json');
    if (!existsSync(file)) continue;
    try {
      return parseJudgement(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      // Ignores a broken file.
      return null;
    }
  }
  return null;
}

function parseJudgement(value: unknown): JudgementSummary | null {
  if (typeof value !== 'object' || value === null) return null;
  const { status, verdict, explanation, model, hints } = value as Record<string, unknown>;
  if (status === 'run-error' || typeof explanation !== 'string') return null;
  return {
    verdict: verdict === 1 || verdict === 0 ? verdict : null,
    explanation,
    model: typeof model === 'string' ? model : null,
    hints: hints === true,
  };
}

export function renderJudgement({ verdict, explanation, model, hints }: JudgementSummary): Markup {
  const verdictText = verdict === 1 ? 'success' : verdict === 0 ? 'no success' : 'cannot tell';
  return html`<section class="judgement">
    <h3>Judge: ${verdictText}</h3>
    <p>${model ?? 'A rule'} judged the task${hints && ', with a possible answer as a hint'}.</p>
    <p dir="auto">${explanation}</p>
  </section>`;
}
