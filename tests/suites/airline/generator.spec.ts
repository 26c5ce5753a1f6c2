// The scenario generator: ids, facts, wording, and the shipped scenarios in the customer's words.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';
import { parse } from 'yaml';

import {
  type AirlineScenario,
  findScenario,
  generateScenario,
  isSeed,
  TASKS,
} from '../../../fixtures/airline/scenarios.mjs';
import { listFlights } from '../../../fixtures/airline/timetable.mjs';

const SEEDS = [...Array.from({ length: 40 }, (_, seed) => seed), 2 ** 32 - 1];
const generateScenarios = (task: string) => SEEDS.map((seed) => generateScenario({ task, seed }));
const ALL_SCENARIOS = TASKS.flatMap(generateScenarios);

/** Lists all facts in the details, as strings. */
const listFacts = (details: object): string[] =>
  Object.values(details).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : listFacts(value as object),
  );

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Lists the forms in which people write the fact. */
function listForms(fact: string): string[] {
  if (!/^\d{4}-\d\d-\d\d$/.test(fact)) return [fact, fact.toLowerCase()];
  const [year, month, day] = fact.split('-').map(Number);
  const name = MONTHS[month! - 1];
  return [fact, `${day} ${name} ${year}`, `${name} ${day}, ${year}`];
}

test('ids are unique, look random and identify their scenario', () => {
  const ids = ALL_SCENARIOS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ALL_SCENARIOS.length);
  expect(ids.filter((id) => !/^[a-z\d]{20}$/.test(id))).toEqual([]);
  expect(ids.map(findScenario)).toEqual(ALL_SCENARIOS);
  const oneWayScenario = generateScenario({ task: 'TASK_BOOK_FLIGHT', seed: 1, oneway: true });
  expect(findScenario(oneWayScenario.id)).toEqual(oneWayScenario);
  for (const invalidId of [
    '',
    'a'.repeat(20),
    ALL_SCENARIOS[0]!.id.slice(1),
    `${ALL_SCENARIOS[0]!.id.slice(0, 19)}~`,
  ])
    expect.soft(findScenario(invalidId), invalidId).toBeNull();
});

test('invalid tasks and seeds are rejected', () => {
  expect(() => generateScenario({ task: 'TASK_FLY', seed: 1 })).toThrow(/TASK_FLY/);
  for (const seed of [-1, 1.5, 2 ** 32, Number.NaN]) {
    expect.soft(isSeed(seed), String(seed)).toBe(false);
    expect.soft(() => generateScenario({ task: TASKS[0]!, seed }), String(seed)).toThrow(/is not a seed/);
  }
});

test('the instruction and the utterances contain every fact', () => {
  const missingFacts = ALL_SCENARIOS.flatMap(({ details, instruction, utterances }) => {
    const spokenText = utterances.join(' ');
    return listFacts(details).flatMap((fact) => [
      ...(instruction.includes(fact) ? [] : [`${fact}: ${instruction}`]),
      ...(listForms(fact).some((form) => spokenText.includes(form)) ? [] : [`${fact}: ${spokenText}`]),
    ]);
  });
  expect(missingFacts).toEqual([]);
  const utteranceCounts = ALL_SCENARIOS.map(({ utterances }) => utterances.length);
  expect([Math.min(...utteranceCounts), Math.max(...utteranceCounts)]).toEqual([2, 5]);
});

test('the wording of a task varies with the seed', () => {
  const removeFacts = (text: string, { details }: AirlineScenario) =>
    listFacts(details)
      .flatMap(listForms)
      .reduce((rest, fact) => rest.replaceAll(fact, '…'), text);
  for (const task of TASKS) {
    const scenarios = generateScenarios(task);
    const sentences = scenarios.map((scenario) => removeFacts(scenario.instruction, scenario));
    const conversations = scenarios.map((scenario) => removeFacts(scenario.utterances.join('\n'), scenario));
    expect.soft(new Set(sentences).size, task).toBeGreaterThanOrEqual(3);
    expect.soft(new Set(conversations).size, task).toBeGreaterThanOrEqual(20);
  }
});

test('the requested flights are in the timetable, and no other flights have their times', () => {
  for (const { id, details } of ALL_SCENARIOS) {
    const { flight } = details;
    if (!flight) continue;
    const outwardFlights = listFlights(flight.from, flight.to, flight.departure).filter(
      ({ departure, arrival }) =>
        departure === flight['outward-departure-time'] && arrival === flight['outward-arrival-time'],
    );
    expect.soft(outwardFlights.length, id).toBe(1);
    if (flight.return === undefined) continue;
    expect.soft(flight.return > flight.departure, id).toBe(true);
    const returnFlights = listFlights(flight.to, flight.from, flight.return).filter(
      ({ departure, arrival }) =>
        departure === flight['return-departure-time'] && arrival === flight['return-arrival-time'],
    );
    expect.soft(returnFlights.length, id).toBe(1);
  }
});

test('both one-way and return trips occur, and either can be requested', () => {
  for (const task of ['TASK_FIND_FLIGHT', 'TASK_BOOK_FLIGHT', 'TASK_UPDATE_FLIGHT']) {
    const kinds = generateScenarios(task).map(({ details }) => details.flight!.return !== undefined);
    expect.soft(new Set(kinds).size, task).toBe(2);
    for (const oneway of [true, false])
      for (const seed of [1, 2, 3]) {
        const { flight } = generateScenario({ task, seed, oneway }).details;
        const keys = Object.keys(flight!).filter((key) => key.startsWith('return'));
        expect.soft(keys.length, `${task} ${seed} ${oneway}`).toBe(oneway ? 0 : 3);
      }
  }
});

test('the bookings in a task exist, and the requested changes differ from the current values', () => {
  for (const { id, details, bookings } of ALL_SCENARIOS) {
    const references = bookings.map(({ reference }) => reference);
    expect.soft(new Set(references).size, id).toBe(6);
    if (!details.booking) continue;
    expect.soft(references, id).toContain(details.booking.reference);
    const { passenger } = bookings.find(({ reference }) => reference === details.booking!.reference)!;
    const changes = Object.entries(details.passenger ?? {});
    expect.soft(changes.length, id).toBeLessThanOrEqual(3);
    for (const [field, value] of changes)
      expect.soft(passenger[field as keyof typeof passenger], id).not.toBe(value);
  }
});

const MODEL_SCENARIOS_FOLDER = fileURLToPath(new URL('../../../scenarios/for-models/', import.meta.url));

test('a scenario ships for every task, with the customer’s lines from the generator', () => {
  const files = readdirSync(MODEL_SCENARIOS_FOLDER).filter((name) => name.startsWith('airline-'));
  const tasks = files.map((name) => {
    const { vars, dialogue, tags } = parse(readFileSync(`${MODEL_SCENARIOS_FOLDER}${name}`, 'utf8')) as {
      vars: { id: string };
      dialogue: { say: string }[];
      tags: string[];
    };
    const scenario = findScenario(vars.id)!;
    expect.soft(tags, name).toContain('model');
    expect
      .soft(
        dialogue.map(({ say }) => say),
        name,
      )
      .toEqual(scenario.utterances);
    return scenario.scenario;
  });
  expect(tasks.toSorted()).toEqual([...TASKS].toSorted());
});
