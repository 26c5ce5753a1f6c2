/**
 * Writes a demonstration.
 *
 * Calls are synchronous: when one returns, its line is in the file, so a kill loses at most the turn in progress. Each
 * turn writes artefacts first, then the line in `session.jsonl`, then `replay.json`, so that no file refers to an
 * incomplete one. `session.jsonl` and `replay.json` are fsynced after each turn to survive a power cut. Requests to a
 * model are written to `prompts.jsonl` before the turn that they decide.
 */
import { join } from 'node:path';

import type {
  CheckResult,
  EventBody,
  Evidence,
  ObservationSpec,
  SayKind,
  SessionEvent,
  Speaker,
} from '../contract/index.js';
import type { Redactor } from '../secrets/index.js';
import { ActionTurnMapper } from './action-turns.js';
import { AppendFile, makeFolder, removeFile, replaceFile, writeFile } from './files.js';
import { toForm, type SessionHeader, toMetadata, addEnd } from './header.js';
import { toAsciiJson, toAsciiJsonLine } from './json.js';
import { ObservationFiles } from './observation-files.js';
import { type AskedPrompt, PromptsFile } from './prompts.js';
import type { ActionRecord, EndRecord, SideEvent } from './records.js';
import {
  redactAction,
  redactConsent,
  redactDialog,
  redactPageEvent,
  redactOutcome,
  redactTarget,
} from './redact.js';
import { ReplayFile } from './replay-file.js';
import { SESSION_FORMAT } from './session-format.js';
import { toChatTurn, type TurnTime } from './turns.js';
import type { DemonstrationMetadata, WeblinxTurn } from './types.js';

export class DemonstrationWriter {
  /** The `session` event, the first line of `session.jsonl`. */
  readonly opening: SessionEvent;
  /** Parts of the observation to record. */
  readonly needs: ObservationSpec = { weblinx: true };

  private seq = 0;
  private turn = 0;
  private lastTime = 0;
  private ended = false;
  private readonly observationFiles: ObservationFiles;
  private readonly actionTurns: ActionTurnMapper;
  private readonly prompts: PromptsFile;

  private constructor(
    readonly dir: string,
    private readonly log: AppendFile,
    private readonly replay: ReplayFile,
    private readonly metadata: DemonstrationMetadata,
    session: EventBody,
    private readonly redactor: Redactor,
    private readonly clock: () => number,
  ) {
    this.prompts = new PromptsFile(dir, redactor);
    this.observationFiles = new ObservationFiles(dir, redactor);
    this.actionTurns = new ActionTurnMapper(redactor);
    this.opening = this.append(session);
  }

  /**
   * Creates the folder with a valid, empty demonstration (spec 1.8).
   *
   * @param clock milliseconds since the epoch
   * @throws ParleyError `usage` if the folder cannot be created or written, or already contains a demonstration
   */
  static create(
    dir: string,
    header: SessionHeader,
    redactor: Redactor,
    clock: () => number = Date.now,
  ): DemonstrationWriter {
    for (const folder of ['pages', 'bboxes', 'screenshots']) makeFolder(join(dir, folder));
    // First, because this fails if the folder already contains a record.
    const log = AppendFile.create(join(dir, 'session.jsonl'));
    // The id names the folder, so it stays as it is.
    const clean: SessionHeader = { ...redactor.json(header), id: header.id };
    const metadata = toMetadata(clean);
    const replay = new ReplayFile(join(dir, 'replay.json'), Math.floor(header.startedAt / 1000));
    replaceFile(join(dir, 'metadata.json'), [toAsciiJsonLine(metadata)]);
    replaceFile(join(dir, 'form.json'), [toAsciiJsonLine(toForm(clean))]);
    replay.flush();
    // Space for the verdict if the disk fills up.
    writeFile(join(dir, RESERVE), Buffer.alloc(RESERVE_BYTES));
    const { id, name, startedAt, navigator, ranker, url, parley, browser, scenario } = clean;
    const session: EventBody = {
      type: 'session',
      id,
      name,
      startedAt,
      navigator,
      ranker,
      url,
      parleyVersion: parley,
      browser,
      ...(scenario === undefined ? {} : { scenario }),
    };
    return new DemonstrationWriter(dir, log, replay, metadata, session, redactor, clock);
  }

  /** Number of turns so far, which is also the number of the next turn. */
  get turns(): number {
    return this.turn;
  }

  /** The WebLINX turns so far, exactly as in `replay.json`; prompts are built from them. */
  get replayTurns(): readonly WeblinxTurn[] {
    return this.replay.turns;
  }

  /** Records an utterance; a turn. */
  say(speaker: Speaker, text: string, kind?: SayKind, evidence?: Evidence): SessionEvent {
    const clean = this.redactor.text(text);
    const event = this.append({
      type: 'say',
      turn: this.turn,
      speaker,
      text: clean,
      ...(kind === undefined ? {} : { kind }),
      ...(evidence === undefined ? {} : { evidence: this.redactor.json(evidence) }),
    });
    this.replay.add(toChatTurn(event.t, speaker, clean));
    this.endTurn(true);
    return event;
  }

  /** Records an action with its page as a turn; in `replay.json`, too, if WebLINX has a form for it. */
  action(record: ActionRecord): SessionEvent {
    this.assertOpen();
    const { observation } = record;
    const files = this.observationFiles.save(observation, this.turn);
    const action = redactAction(record.action, this.redactor);
    const target = record.target === null ? null : redactTarget(record.target, this.redactor);
    const outcome = redactOutcome(record.result.outcome, this.redactor);
    const url = this.redactor.text(observation.url);
    const event = this.append({
      type: 'action',
      turn: this.turn,
      action,
      target,
      ...(record.drop ? { drop: redactTarget(record.drop, this.redactor) } : {}),
      outcome,
      page: {
        url,
        title: this.redactor.text(observation.title),
        html: files.page === null ? null : `pages/${files.page}`,
        screenshot: files.screenshot === null ? null : `screenshots/${files.screenshot}`,
        ...(observation.dialog ? { dialog: redactDialog(observation.dialog, this.redactor) } : {}),
      },
      observation: {
        candidates: observation.candidates.length,
        elements: observation.elements,
        stable: observation.stable,
        ms: sumTimings(observation.timings),
      },
      ...(record.evidence === undefined ? {} : { evidence: this.redactor.json(record.evidence) }),
      ...(record.consent === undefined ? {} : { consent: redactConsent(record.consent, this.redactor) }),
    });
    const turns = this.actionTurns.toTurns(record, {
      action,
      target,
      outcome,
      url,
      files,
      time: this.turnTime(event.t),
    });
    for (const turn of turns) this.replay.add(turn);
    this.endTurn(turns.length > 0);
    return event;
  }

  /** Records something that is not a turn. */
  event(body: SideEvent): SessionEvent {
    switch (body.type) {
      case 'page':
        return this.append({
          ...body,
          url: this.redactor.text(body.url),
          title: this.redactor.text(body.title),
        });
      case 'check':
        return this.append({ type: 'check', result: this.redactor.json<CheckResult>(body.result) });
      case 'note':
        return this.append({
          type: 'note',
          text: this.redactor.text(body.text),
          ...(body.pageEvent ? { pageEvent: redactPageEvent(body.pageEvent, this.redactor) } : {}),
          ...(body.dialog ? { dialog: redactDialog(body.dialog, this.redactor) } : {}),
        });
    }
  }

  /** Records a request to a language model in `prompts.jsonl`; not a turn. */
  prompt(prompt: AskedPrompt): void {
    this.assertOpen();
    this.prompts.add(this.turn, prompt);
  }

  /** Records the verdict and closes the demonstration; nothing can be written after it. */
  end(record: EndRecord): SessionEvent {
    removeFile(join(this.dir, RESERVE));
    const event = this.append({
      type: 'end',
      verdict: record.verdict,
      reason: this.redactor.text(record.reason),
      ...(record.next === undefined ? {} : { next: this.redactor.text(record.next) }),
      exit: record.exit,
      turns: record.turns,
      actions: record.actions,
      seconds: record.seconds,
      ...(record.model === undefined ? {} : { model: record.model }),
    });
    this.ended = true;
    try {
      this.log.sync();
      const metadata = addEnd(this.metadata, this.epochOf(event.t));
      replaceFile(join(this.dir, 'metadata.json'), [toAsciiJsonLine(metadata)]);
    } catch {
      // The record has the verdict, and the metadata are valid without the end time.
    } finally {
      this.log.close();
      this.prompts.close();
    }
    return event;
  }

  private turnTime(t: number): TurnTime {
    return { t, epoch: this.epochOf(t), turn: this.turn };
  }

  /** Milliseconds since the epoch of a time in the record. */
  private epochOf(t: number): number {
    return this.metadata.recordingStart + Math.round(t * 1000);
  }

  private append(body: EventBody): SessionEvent {
    this.assertOpen();
    // The clock may be set back; times in the record never decrease.
    this.lastTime = Math.max(this.lastTime, Math.round(this.clock() - this.metadata.recordingStart) / 1000);
    const event: SessionEvent = { v: SESSION_FORMAT, seq: this.seq, t: this.lastTime, ...body };
    this.log.append(toAsciiJson(event));
    this.seq += 1;
    return event;
  }

  private endTurn(replayChanged: boolean): void {
    this.turn += 1;
    this.log.sync();
    if (replayChanged) this.replay.flush();
  }

  private assertOpen(): void {
    if (this.ended) throw new Error('The demonstration has ended; nothing can be added to it.');
  }
}

/** Reserves disk space for the last line and the final metadata; deleted at the end of the session. */
const RESERVE = '.reserve';
const RESERVE_BYTES = 16 * 1024;

/** Duration of an observation in milliseconds with one decimal: `total` if present, else the sum of its phases. */
function sumTimings(timings: Record<string, number>): number {
  const total = timings['total'] ?? Object.values(timings).reduce((sum, ms) => sum + ms, 0);
  return Math.round(total * 10) / 10;
}
