import type {
  Box,
  Effect,
  ElementSnapshot,
  Observation,
  Outcome,
  Settle,
  ActionTarget,
} from '../../src/contract/index.js';
import type { SessionHeader } from '../../src/demonstration/index.js';

export function uidOf(number: number): string;
export function png(padding?: number): Buffer;
export function html(number: number, rows: number): string;
export function observation(number: number, rows?: number, padding?: number): Observation;
export function box(x: number, y: number, width: number, height: number): Box;
export function target(number?: number, overrides?: Partial<ActionTarget>): ActionTarget;
export function element(overrides?: Partial<ElementSnapshot>): ElementSnapshot;
export const field: { target: ActionTarget; element: ElementSnapshot };
export const settle: Settle;
export function done(...effects: [Effect, ...Effect[]]): Outcome;
export const header: SessionHeader;
