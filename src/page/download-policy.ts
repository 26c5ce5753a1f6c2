/** Decides which downloads are kept and under which name. Pure. */
import { extname } from 'node:path';

export interface DownloadPolicy {
  /** Larger files are not kept. */
  maxBytes: number;
  /** Extensions that are never saved, lower case, without the dot. */
  refuse: readonly string[];
}

/** File types that a double click runs. A page must not put them on the disk. */
const PROGRAMS = `exe msi msix appx bat cmd com scr pif cpl dll lnk reg hta
  ps1 psm1 vbs vbe js jse wsf wsh msc gadget scf
  sh bash zsh fish csh ksh run desktop appimage deb rpm snap flatpak
  dmg pkg mpkg app command jar jnlp apk ipa xpi crx`.split(/\s+/);

export const DOWNLOAD_POLICY: DownloadPolicy = { maxBytes: 100 * 1024 * 1024, refuse: PROGRAMS };

/** File systems allow 255 bytes; the rest is left for a number. */
const MAX_NAME_BYTES = 180;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A file name that stays inside its folder on every system. Letters of all scripts are kept; separators, control
 * and direction marks, leading dots, device names and excess length are removed.
 */
export function toSafeFileName(suggested: string): string {
  const last = suggested.split(/[\\/]/).at(-1) ?? '';
  let name = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\uFFFD]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (RESERVED.test(name)) name = `_${name}`;
  const ending = extname(name).slice(0, 20);
  let stem = name.slice(0, name.length - extname(name).length);
  while (Buffer.byteLength(stem + ending) > MAX_NAME_BYTES) stem = [...stem].slice(0, -1).join('');
  return stem + ending || 'download';
}

/** `report.csv`, then `report (2).csv`. */
export function toUnusedFileName(name: string, taken: (name: string) => boolean): string {
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  let free = name;
  for (let n = 2; taken(free); n++) free = `${stem} (${n})${ending}`;
  return free;
}

/** Why a file of this type is refused, or null. */
export function typeRefusal(name: string, policy: DownloadPolicy): string | null {
  const ending = extname(name).slice(1).toLowerCase();
  return policy.refuse.includes(ending) ? `files of type .${ending} can be programs` : null;
}

export function sizeRefusal(policy: DownloadPolicy): string {
  const megabytes = policy.maxBytes / (1024 * 1024);
  return `it is larger than ${megabytes >= 1 ? `${Math.round(megabytes)} MB` : `${policy.maxBytes} bytes`}`;
}
