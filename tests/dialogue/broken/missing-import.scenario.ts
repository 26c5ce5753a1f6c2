import { login } from './shared/nowhere.js';

export default { ...login, scenario: 1 };
