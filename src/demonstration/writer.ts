/**
 * Writes a demonstration.
 *
 * All calls are synchronous. When a call returns, its line is in the file, so at most the turn in progress is lost if
 * the process is killed. Each turn's page and screenshot are written first, then its line in `session.jsonl`, then
 * `replay.json`, so that no file refers to an incomplete one. `session.jsonl` and `replay.json` are fsynced after each
 * turn to survive a power cut. Model requests are written to `prompts.jsonl` before the turn that they lead to.
 */
import { join } from 'node:path';

import type {
  CheckResult,
  EventBody,
  Evidence,
  Observation,
  ObservationSpec,
  SayKind,
  SessionEvent,
  Speaker,
  TextChanges,
} from '../contract/index.js';
import { findShownFacts } from '../fingerprint/index.js';
import type { Redactor } from '../secrets/index.js';
import { ActionTurnMapper } from './action-turns.js';
import { AppendFile, makeFolder, removeFile, replaceFile, writeFile } from './files.js';
import { toForm, type SessionHeader, toMetadata, addEndTime } from './header.js';
import { toAsciiJson, toAsciiJsonLine } from './json.js';
import { ObservationFiles } from './observation-files.js';
import { type PromptEntry, PromptsFile, type RecordedPrompt } from './prompts.js';
import type { ActionRecord, EndRecord, SideEvent } from './records.js';
import {
  redactAction,
  redactConsent,
  redactDialog,
  redactPageEvent,
  redactOutcome,
  redactReplayFacts,
  redactTarget,
} from './redact.js';
import { ReplayFile } from './replay-file.js';
import { SESSION_FORMAT } from './session-format.js';
import { TextChangeRecorder } from './text-changes.js';
import { toChatTurn, type TurnTime } from './turns.js';
import type { DemonstrationMetadata, WeblinxTurn } from './types.js';

export class DemonstrationWriter {
  /** The `session` event, the first line of `session.jsonl`. */
  readonly sessionEvent: SessionEvent;
  /** What an observation must contain to be recorded. */
  readonly needs: ObservationSpec = { weblinx: true };

  private seq = 0;
  private turn = 0;
  private lastSeconds = 0;
  private hasEnded = false;
  private readonly observationFiles: ObservationFiles;
  private readonly actionTurns: ActionTurnMapper;
  private readonly prompts: PromptsFile;
  private readonly textChanges: TextChangeRecorder;

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
    this.textChanges = new TextChangeRecorder(redactor);
    this.observationFiles = new ObservationFiles(dir, redactor);
    this.actionTurns = new ActionTurnMapper(redactor);
    this.sessionEvent = this.append(session);
  }

  /**
   * Creates the folder with a valid, empty demonstration.
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
    // This file is created first, because that fails if the folder already contains a record.
    const log = AppendFile.create(join(dir, 'session.jsonl'));
    // The id is not redacted, because it is also the name of the folder.
    const redactedHeader: SessionHeader = { ...redactor.json(header), id: header.id };
    const metadata = toMetadata(redactedHeader);
    const replay = new ReplayFile(join(dir, 'replay.json'), Math.floor(header.startedAt / 1000));
    replaceFile(join(dir, 'metadata.json'), [toAsciiJsonLine(metadata)]);
    replaceFile(join(dir, 'form.json'), [toAsciiJsonLine(toForm(redactedHeader))]);
    replay.flush();
    writeFile(join(dir, RESERVE_FILE), Buffer.alloc(RESERVE_BYTES));
    const { id, name, startedAt, navigator, ranker, url, parley, browser, scenario, start, continues } =
      redactedHeader;
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
      ...(start === undefined ? {} : { start }),
      ...(continues === undefined ? {} : { continues }),
    };
    return new DemonstrationWriter(dir, log, replay, metadata, session, redactor, clock);
  }

  /** Number of turns so far, which is also the next turn's number. */
  get turns(): number {
    return this.turn;
  }

  /** The WebLINX turns so far, exactly as in `replay.json`. Prompts are built from these turns. */
  get replayTurns(): readonly WeblinxTurn[] {
    return this.replay.turns;
  }

  /**
   * Records an utterance as a turn.
   *
   * @param observation the page as the navigator observed it before it spoke
   */
  say(
    speaker: Speaker,
    text: string,
    kind?: SayKind,
    evidence?: Evidence,
    observation?: Observation,
  ): SessionEvent {
    this.assertOpen();
    const redactedText = this.redactor.text(text);
    const screenshot = observation && this.observationFiles.saveScreenshot(observation, this.turn);
    const shownFacts = observation && kind === 'answer' ? findShownFacts(text, observation) : [];
    const event = this.append({
      type: 'say',
      turn: this.turn,
      speaker,
      text: redactedText,
      ...(kind === undefined ? {} : { kind }),
      ...(evidence === undefined ? {} : { evidence: this.redactor.json(evidence) }),
      ...(observation === undefined
        ? {}
        : {
            page: {
              url: this.redactor.text(observation.url),
              title: this.redactor.text(observation.title),
              screenshot: screenshot ? `screenshots/${screenshot}` : null,
              ...(shownFacts.length > 0 ? { shown: shownFacts.map((fact) => this.redactor.text(fact)) } : {}),
            },
            ...this.recordTextChanges(observation),
          }),
    });
    this.replay.add(toChatTurn(event.t, speaker, redactedText));
    this.endTurn(true);
    return event;
  }

  /** Records an action and its page as a turn. Also adds it to `replay.json` if it can be expressed in WebLINX. */
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
      ...redactReplayFacts(record, this.redactor),
      outcome,
      ...(record.ms === undefined ? {} : { ms: Math.round(record.ms) }),
      page: {
        url,
        title: this.redactor.text(observation.title),
        html: files.page === null ? null : `pages/${files.page}`,
        screenshot: files.screenshot === null ? null : `screenshots/${files.screenshot}`,
        ...(observation.dialog ? { dialog: redactDialog(observation.dialog, this.redactor) } : {}),
      },
      observation: {
        candidates: observation.candidates.length,
        elements: observation.elementCount,
        stable: observation.stable,
        ms: sumTimings(observation.timings),
      },
      ...this.recordTextChanges(observation),
      ...(record.evidence === undefined ? {} : { evidence: this.redactor.json(record.evidence) }),
      ...(record.consent === undefined ? {} : { consent: redactConsent(record.consent, this.redactor) }),
    });
    const turns = this.actionTurns.toTurns(record, {
      action,
      target,
      outcome,
      url,
      files,
      time: this.createTurnTime(event.t),
    });
    for (const turn of turns) this.replay.add(turn);
    this.endTurn(turns.length > 0);
    return event;
  }

  private recordTextChanges(observation: Observation): { textChanges?: TextChanges } {
    const textChanges = this.textChanges.record(observation);
    return textChanges === null ? {} : { textChanges };
  }

  /** Records a `page`, `check` or `note` event. These events are not turns. */
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
          ...(body.takenBack ? { takenBack: body.takenBack } : {}),
          ...(body.refused === undefined ? {} : { refused: this.redactor.text(body.refused) }),
          ...(body.deviation ? { deviation: body.deviation } : {}),
        });
    }
  }

  /** Records a request to a language model in `prompts.jsonl`. It is not a turn. */
  prompt(prompt: PromptEntry): RecordedPrompt {
    this.assertOpen();
    return this.prompts.add(this.turn, prompt);
  }

  /** Records the verdict and closes the demonstration. Nothing can be written afterwards. */
  end(record: EndRecord): SessionEvent {
    const { lastScreenshot = null } = record;
    const screenshot = lastScreenshot && this.observationFiles.saveLastScreenshot(lastScreenshot, this.turn);
    removeFile(join(this.dir, RESERVE_FILE));
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
      ...(record.judge === undefined ? {} : { judge: record.judge }),
      ...(record.replay === undefined ? {} : { replay: this.redactor.json(record.replay) }),
      ...(screenshot === null ? {} : { screenshot: `screenshots/${screenshot}` }),
    });
    this.hasEnded = true;
    try {
      this.log.sync();
      const metadata = addEndTime(this.metadata, this.toEpochMs(event.t));
      replaceFile(join(this.dir, 'metadata.json'), [toAsciiJsonLine(metadata)]);
    } catch {
      // The error is ignored: the verdict is recorded, and the metadata is valid without the end time.
    } finally {
      this.log.close();
      this.prompts.close();
    }
    return event;
  }

  private createTurnTime(t: number): TurnTime {
    return { seconds: t, epochMs: this.toEpochMs(t), turn: this.turn };
  }

  /** Converts seconds since the start of the recording to milliseconds since the epoch. */
  private toEpochMs(t: number): number {
    return this.metadata.recordingStart + Math.round(t * 1000);
  }

  private append(body: EventBody): SessionEvent {
    this.assertOpen();
    // Times in the recording never decrease, even if the clock is set back.
    this.lastSeconds = Math.max(
      this.lastSeconds,
      Math.round(this.clock() - this.metadata.recordingStart) / 1000,
    );
    const event: SessionEvent = { v: SESSION_FORMAT, seq: this.seq, t: this.lastSeconds, ...body };
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
    if (this.hasEnded) throw new Error('The demonstration has ended; nothing can be added to it.');
  }
}

/** Reserves disk space for the last line and the final metadata. Deleted at the end of the session. */
const RESERVE_FILE = '.reserve';
const RESERVE_BYTES = 16 * 1024;

/**
 * Returns an observation's duration in milliseconds, to one decimal: `total` if present, else the sum of the phases.
 */
function sumTimings(timings: Record<string, number>): number {
  const total = timings['total'] ?? Object.values(timings).reduce((sum, ms) => sum + ms, 0);
  return Math.round(total * 10) / 10;
}
