export const runCommand = { command: 'run', describe: '', handler: (): void => undefined };
