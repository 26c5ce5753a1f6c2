/** Finds the user's configuration and cache folders according to each operating system's conventions. */
import { homedir } from 'node:os';
import { join } from 'node:path';

type Env = NodeJS.ProcessEnv;

function resolveFolder(
  env: Env,
  platform: NodeJS.Platform,
  xdgVariable: string,
  windowsVariable: string,
  macFolder: string,
  otherFolder: string,
): string {
  const home = homedir();
  // XDG variables take precedence on every system.
  if (env[xdgVariable]) return join(env[xdgVariable], 'parley');
  if (platform === 'win32') return join(env[windowsVariable] ?? join(home, 'AppData', 'Local'), 'parley');
  return join(home, platform === 'darwin' ? macFolder : otherFolder, 'parley');
}

export function getConfigFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  return resolveFolder(env, platform, 'XDG_CONFIG_HOME', 'APPDATA', 'Library/Preferences', '.config');
}

export function getCacheFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  return resolveFolder(env, platform, 'XDG_CACHE_HOME', 'LOCALAPPDATA', 'Library/Caches', '.cache');
}
