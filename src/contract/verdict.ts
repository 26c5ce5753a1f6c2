/** How a session ended. */
export type FailureKind = 'check' | 'dialogue' | 'guard' | 'budget' | 'stuck' | 'infra' | 'user' | 'usage';

export type Verdict = { kind: 'done'; reason: string } | { kind: FailureKind; reason: string; next?: string };

export type VerdictKind = Verdict['kind'];
