/**
 * Separate program that tries one device and prints the result, so that a crashing driver crashes nothing else.
 * Arguments: model folder, device, number of threads.
 */
import { tryDevice } from './devices.js';
import { readModel } from './model.js';
import type { RankerDevice } from './device-names.js';
import { openNetwork } from './network.js';

const [folder = '', device = 'cpu', threads = '1'] = process.argv.slice(2);
const model = await readModel(folder);
const cpu = await openNetwork(model, 'cpu', Number(threads));
const { trial, network } = await tryDevice(model, device as RankerDevice, Number(threads), cpu);
process.stdout.write(`${JSON.stringify(trial)}\n`);
await network?.release();
await cpu.release();
