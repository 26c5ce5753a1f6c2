/** The one spec of `parley test`: the scenarios that it was given. */
import { defineScenarios } from '../define-scenarios.js';
import { runSettings } from '../settings.js';

defineScenarios({ files: runSettings().files ?? [], location: 'scenario' });
