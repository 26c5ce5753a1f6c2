/** `holdSession`, read when a session is held: navigators and the turn loop are most of the program. */
import type { HeldSession, SessionPlan } from './hold-session.js';

export async function holdSession(plan: SessionPlan): Promise<HeldSession> {
  return (await import('./hold-session.js')).holdSession(plan);
}
