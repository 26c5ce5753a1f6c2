export const fixturesCommand = { command: 'fixtures', describe: '', handler: (): void => undefined };
