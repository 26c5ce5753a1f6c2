export const doctorCommand = { command: 'doctor', describe: '', handler: (): void => undefined };
