export function createSessionEventSchema(): Record<string, unknown>;
