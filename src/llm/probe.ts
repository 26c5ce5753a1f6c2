export const probeServer = 1; export type Probed = 1;
