/** The built program in a process that runs one command line after another and sends back the output of each. */
import { runCommandLine } from '../../dist/cli/command-line.js';

/** @returns what `body` writes to the stream, instead of writing it */
async function capture(stream, body) {
  const { write } = stream;
  let text = '';
  stream.write = (chunk, ...rest) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    rest.find((argument) => typeof argument === 'function')?.();
    return true;
  };
  try {
    await body();
  } finally {
    stream.write = write;
  }
  return text;
}

const ownEnv = { ...process.env };

process.on('message', async ({ args, cwd, env }) => {
  for (const name of Object.keys(process.env)) if (!(name in ownEnv)) delete process.env[name];
  Object.assign(process.env, ownEnv, env);
  process.chdir(cwd);
  process.exitCode = undefined;
  let stdout = '';
  const stderr = await capture(process.stderr, async () => {
    stdout = await capture(process.stdout, () => runCommandLine(args));
  });
  process.send({ code: process.exitCode ?? 0, stdout, stderr });
});
process.on('disconnect', () => process.exit());
process.send('ready');
