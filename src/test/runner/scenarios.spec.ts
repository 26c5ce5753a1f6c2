/** The one spec of `parley test`: the scenarios that it was given. */
import { defineScenarios } from '../define-scenarios.js';
import { runSettings } from '../settings.js';

const { files = [], location = 'scenario' } = runSettings();

defineScenarios({ files, location });
