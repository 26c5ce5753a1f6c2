/** Folders for the user's settings and downloads, by the conventions of each system. */
import { homedir } from 'node:os';
import { join } from 'node:path';

type Env = NodeJS.ProcessEnv;

function resolveFolder(
  env: Env,
  platform: NodeJS.Platform,
  xdg: string,
  windows: string,
  mac: string,
  other: string,
): string {
  const home = homedir();
  // XDG variables take precedence on every system.
  if (env[xdg]) return join(env[xdg], 'parley');
  if (platform === 'win32') return join(env[windows] ?? join(home, 'AppData', 'Local'), 'parley');
  return join(home, platform === 'darwin' ? mac : other, 'parley');
}

export function configFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  return resolveFolder(env, platform, 'XDG_CONFIG_HOME', 'APPDATA', 'Library/Preferences', '.config');
}

export function cacheFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  return resolveFolder(env, platform, 'XDG_CACHE_HOME', 'LOCALAPPDATA', 'Library/Caches', '.cache');
}
