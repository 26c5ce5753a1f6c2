/** The built program kept running: obeys one command line after another and answers with what it wrote. */
import { runCommandLine } from '../../dist/cli/command-line.js';

/** Hands `use` what is written meanwhile, instead of writing it. */
async function written(stream, use) {
  const { write } = stream;
  let text = '';
  stream.write = (chunk, ...rest) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    rest.find((one) => typeof one === 'function')?.();
    return true;
  };
  try {
    await use();
  } finally {
    stream.write = write;
  }
  return text;
}

const untouched = { ...process.env };

process.on('message', async ({ args, cwd, env }) => {
  for (const name of Object.keys(process.env)) if (!(name in untouched)) delete process.env[name];
  Object.assign(process.env, untouched, env);
  process.chdir(cwd);
  process.exitCode = undefined;
  let stdout = '';
  const stderr = await written(process.stderr, async () => {
    stdout = await written(process.stdout, () => runCommandLine(args));
  });
  process.send({ code: process.exitCode ?? 0, stdout, stderr });
});
process.on('disconnect', () => process.exit());
process.send('ready');
