/** The built-in spec of `parley test`: defines the given scenarios. */
import { defineScenarios } from '../define-scenarios.js';
import { readRunSettings } from '../settings.js';

const { files = [], location = 'scenario' } = readRunSettings();

defineScenarios({ files, location });
