export function sessionEventSchema(): Record<string, unknown>;
