/**
 * The one writer of a demonstration (design, "On disk" and invariant 1).
 *
 * Calls are synchronous: when one returns, its line is in the file, so a kill loses at most the turn in
 * progress. Order within a turn: artefacts, then the line in `session.jsonl`, then `replay.json`; so nothing
 * on disk ever refers to something that is not there whole. A kill is survived without fsync (the kernel has
 * the bytes); `session.jsonl` and `replay.json` are fsynced at the end of each turn for the power cut too.
 * What a model was asked lies in `prompts.jsonl` before the turn that came of it begins.
 */
import { join } from 'node:path';

import { type WeblinxForm, weblinxTurns } from '../action/index.js';
import type {
  CheckResult,
  Consent,
  Effect,
  ElementSnapshot,
  EventBody,
  Evidence,
  ModelTotals,
  Observation,
  Outcome,
  PageAct,
  Performed,
  SayKind,
  SessionEvent,
  Speaker,
  Target,
  VerdictKind,
  WeblinxArtefacts,
} from '../contract/index.js';
import type { Redactor } from '../secrets/index.js';
import { AppendFile, makeFolder, removeFile, replaceFile, writeFile } from './files.js';
import { formOf, type Header, metadataOf, withEnd } from './header.js';
import { asciiJson } from './json.js';
import { type AskedPrompt, PromptsFile } from './prompts.js';
import {
  redactAct,
  redactConsent,
  redactDialog,
  redactElement,
  redactIncident,
  redactOutcome,
  redactTarget,
} from './redact.js';
import { ReplayFile } from './replay-file.js';
import { browserTurn, chatTurn, domBox, type Moment, needsElement, tabTurn, turnElement } from './turns.js';
import type { DemonstrationMetadata, TurnElement, TurnState, WeblinxTurn } from './types.js';

export type { Header } from './header.js';

export interface ActRecord {
  act: PageAct;
  target: Target | null;
  /** The element that a drag was to end on. */
  drop?: Target | null;
  performed: Performed;
  /** The look that the act was decided on; its artefacts become the turn's state. */
  observation: Observation;
  evidence?: Evidence;
  /** Of an act that cannot be taken back. */
  consent?: Consent;
  /** Where the page stood once it had come to rest; names the address of `back` and `forward`. */
  pageAfter?: { url: string };
}

export interface EndRecord {
  verdict: VerdictKind;
  reason: string;
  next?: string;
  exit: number;
  turns: number;
  acts: number;
  seconds: number;
  model?: ModelTotals;
}

/** Events that are not turns. */
export type SideEvent = Extract<EventBody, { type: 'page' | 'check' | 'note' }>;

/** What of a look was written, as file names without their folders. */
interface Artefacts {
  page: string | null;
  screenshot: string | null;
}

/** An act as it stands in the record: redacted, with its files and time. */
interface CleanAct {
  act: PageAct;
  target: Target | null;
  outcome: Outcome;
  url: string;
  files: Artefacts;
  /** Seconds since the session began. */
  t: number;
}

export class DemonstrationWriter {
  /** The `session` event, the first line of `session.jsonl`. */
  readonly opening: SessionEvent;

  private seq = 0;
  private turn = 0;
  private last = 0;
  private ended = false;
  private mouse = { x: 0, y: 0 };
  /** What was copied last, as the record may show it: what a paste puts in is in no other place. */
  private clipboard: string | undefined;
  /** Several acts may be decided on one look; its files are written once. */
  private readonly looks = new WeakMap<Observation, Artefacts>();
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
    this.opening = this.append(session);
  }

  /**
   * Makes the folder and a demonstration that is valid from this moment (spec 1.8).
   *
   * @param clock milliseconds since the epoch
   * @throws Problem `usage` when the folder cannot be made or written, or holds a demonstration already
   */
  static create(
    dir: string,
    header: Header,
    redactor: Redactor,
    clock: () => number = Date.now,
  ): DemonstrationWriter {
    for (const folder of ['pages', 'bboxes', 'screenshots']) makeFolder(join(dir, folder));
    // First, because this is what fails when somebody else's record is here.
    const log = AppendFile.create(join(dir, 'session.jsonl'));
    // The id names the folder, so it stays as it is.
    const clean: Header = { ...redactor.json(header), id: header.id };
    const metadata = metadataOf(clean);
    const replay = new ReplayFile(join(dir, 'replay.json'), Math.floor(header.startedAt / 1000));
    replaceFile(join(dir, 'metadata.json'), [ascii(metadata)]);
    replaceFile(join(dir, 'form.json'), [ascii(formOf(clean))]);
    replay.flush();
    // On a disk that fills up, this much is left for the verdict.
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
      parley,
      browser,
      ...(scenario === undefined ? {} : { scenario }),
    };
    return new DemonstrationWriter(dir, log, replay, metadata, session, redactor, clock);
  }

  /** Turns so far, which is the number of the next one. */
  get turns(): number {
    return this.turn;
  }

  /** The WebLINX turns so far, exactly what stands in `replay.json`; prompts are made from them. */
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
    this.replay.add(chatTurn(event.t, speaker, clean));
    this.endTurn(true);
    return event;
  }

  /** Records an act with the state it was taken in; a turn, in `replay.json` if WebLINX has a form for it. */
  act(record: ActRecord): SessionEvent {
    this.mustBeOpen();
    const { observation } = record;
    const files = this.keepLook(observation);
    const act = redactAct(record.act, this.redactor);
    const target = record.target === null ? null : redactTarget(record.target, this.redactor);
    const outcome = redactOutcome(record.performed.outcome, this.redactor);
    const url = this.redactor.text(observation.url);
    const event = this.append({
      type: 'act',
      turn: this.turn,
      act,
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
      look: {
        candidates: observation.candidates.length,
        elements: observation.elements,
        stable: observation.stable,
        ms: lookTime(observation.timings),
      },
      ...(record.evidence === undefined ? {} : { evidence: this.redactor.json(record.evidence) }),
      ...(record.consent === undefined ? {} : { consent: redactConsent(record.consent, this.redactor) }),
    });

    this.endTurn(this.replayAct(record, { act, target, outcome, url, files, t: event.t }));
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
          ...(body.incident ? { incident: redactIncident(body.incident, this.redactor) } : {}),
          ...(body.dialog ? { dialog: redactDialog(body.dialog, this.redactor) } : {}),
        });
    }
  }

  /** Records what a language model was asked for the turn to come, in a file of its own; no turn. */
  prompt(asked: AskedPrompt): void {
    this.mustBeOpen();
    this.prompts.add(this.turn, asked);
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
      acts: record.acts,
      seconds: record.seconds,
      ...(record.model === undefined ? {} : { model: record.model }),
    });
    this.ended = true;
    try {
      this.log.sync();
      const metadata = withEnd(this.metadata, this.epochOf(event.t));
      replaceFile(join(this.dir, 'metadata.json'), [ascii(metadata)]);
    } catch {
      // The verdict stands in the record, and the metadata as they were are valid: nothing is lost but an hour.
    } finally {
      this.log.close();
      this.prompts.close();
    }
    return event;
  }

  /** Adds what WebLINX has to say of an act to the replay: its own turn, and tab events. Returns whether it did. */
  private replayAct(record: ActRecord, { act, target, outcome, url, files, t }: CleanAct): boolean {
    const moment: Moment = { t, epoch: this.epochOf(t), turn: this.turn };
    const { viewport } = record.observation;
    const element = this.elementOf(record);
    const acted = target ?? (element && { tag: element.tagName, role: '', attributes: element.attributes });
    const urlAfter = record.pageAfter && this.redactor.text(record.pageAfter.url);
    const clipboard = this.clipboard === undefined ? undefined : this.redactor.text(this.clipboard);
    const inContainer = scrollsApart(act, record.observation);
    const facts = { outcome, element: acted, urlBefore: url, urlAfter, inContainer, clipboard };
    // A tab that was only just opened shows nothing yet.
    const blank = act.intent === 'tabcreate';
    const state = blank ? NO_STATE : stateOf(files);
    const turns: WeblinxTurn[] = [];
    for (const turn of weblinxTurns(act, facts, activeTab(record.observation))) {
      if (turn.kind === 'tab') turns.push(tabTurn(moment, turn.form));
      else if (element !== null || !needsElement(turn.form)) {
        const mouse = this.pointer(record.performed, turn.form, element);
        const place = { url: blank ? 'about:blank' : url, tabId: turn.tab, viewport };
        turns.push(browserTurn(moment, place, state, turn.form, element, mouse));
      }
    }
    if (outcome.status === 'done') this.clipboard = clipboardIn(outcome.effects) ?? this.clipboard;
    for (const turn of turns) this.replay.add(turn);
    return turns.length > 0;
  }

  /** Milliseconds since the epoch of a time in the record. */
  private epochOf(t: number): number {
    return this.metadata.recordingStart + Math.round(t * 1000);
  }

  private append(body: EventBody): SessionEvent {
    this.mustBeOpen();
    // A wall clock may be set back; the record's time does not run backwards.
    this.last = Math.max(this.last, Math.round(this.clock() - this.metadata.recordingStart) / 1000);
    const event: SessionEvent = { v: 1, seq: this.seq, t: this.last, ...body };
    this.log.append(asciiJson(event));
    this.seq += 1;
    return event;
  }

  private endTurn(replayChanged: boolean): void {
    this.turn += 1;
    this.log.sync();
    if (replayChanged) this.replay.flush();
  }

  private mustBeOpen(): void {
    if (this.ended) throw new Error('The demonstration has ended; nothing can be added to it.');
  }

  /** Writes a look's artefacts under the number of the turn that first needs them (spec 1.1). */
  private keepLook(observation: Observation): Artefacts {
    const known = this.looks.get(observation);
    if (known !== undefined) return known;
    const files: Artefacts = { page: null, screenshot: null };
    const { weblinx } = observation;
    if (weblinx !== undefined) {
      // A page that is too large to be kept has none.
      if (weblinx.html) files.page = this.keepPage(weblinx);
      if (weblinx.screenshot !== null) {
        files.screenshot = `screenshot-${this.turn}-0.png`;
        writeFile(join(this.dir, 'screenshots', files.screenshot), weblinx.screenshot);
      }
    }
    this.looks.set(observation, files);
    return files;
  }

  private keepPage({ html, boxes }: WeblinxArtefacts): string {
    const page = `page-${this.turn}-0.html`;
    const plain = Object.fromEntries(Object.entries(boxes).map(([uid, box]) => [uid, domBox(box)]));
    writeFile(join(this.dir, 'bboxes', `bboxes-${this.turn}.json`), ascii(plain));
    writeFile(join(this.dir, 'pages', page), Buffer.from(this.redactor.html(html), 'utf8'));
    return page;
  }

  /** The element as the act found it, or failing that as it was observed. */
  private elementOf({ act, target, performed, observation }: ActRecord): TurnElement | null {
    if (!('uid' in act) || act.uid === undefined) return null;
    const { uid } = act;
    const snapshot = performed.element ?? observedElement(uid, target, observation);
    return snapshot === null ? null : turnElement(redactElement(snapshot, this.redactor), uid);
  }

  /** Where the pointer was. Acts without one leave it where it rests; a click by key hits the middle. */
  private pointer(
    { mouse }: Performed,
    { intent }: WeblinxForm,
    element: TurnElement | null,
  ): { x: number; y: number } | null {
    if (intent === 'load') return null;
    if (mouse !== null) this.mouse = mouse;
    else if (element !== null && (intent === 'click' || intent === 'hover')) {
      const { x, y, width, height } = element.bbox;
      return { x: x + width / 2, y: y + height / 2 };
    }
    return this.mouse;
  }
}

function observedElement(
  uid: string,
  target: Target | null,
  observation: Observation,
): ElementSnapshot | null {
  const seen =
    observation.candidates.find((candidate) => candidate.uid === uid) ??
    observation.candidates.flatMap((candidate) => candidate.aliases).find((alias) => alias.uid === uid);
  const known = target ?? seen;
  if (known === undefined) return null;
  return {
    tagName: known.tag.toUpperCase(),
    attributes: known.attributes,
    box: seen?.box ?? { x: 0, y: 0, width: 0, height: 0 },
    textContent: seen?.text ?? known.name,
    innerHTML: '',
    outerHTML: '',
    xpath: known.xpath,
  };
}

/** Room for the last line and for what is replaced at the end; not there any more once a session has ended. */
const RESERVE = '.reserve';
const RESERVE_BYTES = 16 * 1024;

const NO_STATE: TurnState = { screenshot: null, page: null };

function clipboardIn(effects: readonly Effect[]): string | undefined {
  return effects.findLast((effect) => effect.type === 'clipboard')?.text;
}

function stateOf(files: Artefacts): TurnState {
  const { screenshot, page } = files;
  return screenshot === null ? { screenshot, page } : { screenshot, page, screenshot_status: 'good' };
}

/** The element is in something that scrolls by itself, so that offsets may not be the page's. */
function scrollsApart(act: PageAct, { candidates }: Observation): boolean {
  const byUid = new Map(candidates.map((candidate) => [candidate.uid, candidate]));
  const acted = 'uid' in act && act.uid !== undefined ? byUid.get(act.uid) : undefined;
  for (let at = acted; at; at = at.parent === null ? undefined : byUid.get(at.parent))
    if (at.scroll || at.frame.length > 0) return true;
  return false;
}

function activeTab(observation: Observation): number {
  return (observation.tabs.find((tab) => tab.active) ?? observation.tabs[0])?.id ?? 0;
}

/** Milliseconds of a look: `total` where the page says so, else the sum of its phases; one decimal. */
function lookTime(timings: Record<string, number>): number {
  const total = timings['total'] ?? Object.values(timings).reduce((sum, ms) => sum + ms, 0);
  return Math.round(total * 10) / 10;
}

function ascii(value: unknown): Buffer {
  return Buffer.from(`${asciiJson(value)}\n`, 'latin1');
}
