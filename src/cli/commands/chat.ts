export const chatCommand = { command: 'chat', describe: '', handler: (): void => undefined };
