/** Decides which downloads are kept and under which name. Pure. */
import { extname } from 'node:path';

export interface DownloadPolicy {
  /** Larger files are not kept. */
  maxBytes: number;
  /** Extensions that are never saved, lower case, without the dot. */
  refusedExtensions: readonly string[];
}

/** File types that run when a user double-clicks them. A page must not save them to disk. */
const PROGRAM_EXTENSIONS = `exe msi msix appx bat cmd com scr pif cpl dll lnk reg hta
  ps1 psm1 vbs vbe js jse wsf wsh msc gadget scf
  sh bash zsh fish csh ksh run desktop appimage deb rpm snap flatpak
  dmg pkg mpkg app command jar jnlp apk ipa xpi crx`.split(/\s+/);

export const DOWNLOAD_POLICY: DownloadPolicy = {
  maxBytes: 100 * 1024 * 1024,
  refusedExtensions: PROGRAM_EXTENSIONS,
};

/** File systems allow 255 bytes. The difference leaves room for an added number. */
const MAX_NAME_BYTES = 180;
const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Returns a file name that is safe on every system and cannot lead out of its folder. Keeps letters of all scripts.
 * Removes separators, control and direction marks, leading dots and excess length, and changes device names (`con`).
 */
export function toSafeFileName(suggestedPath: string): string {
  const suggestedName = suggestedPath.split(/[\\/]/).at(-1) ?? '';
  let name = suggestedName
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\uFFFD]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (RESERVED_NAME.test(name)) name = `_${name}`;
  const extension = extname(name).slice(0, 20);
  let stem = name.slice(0, name.length - extname(name).length);
  while (Buffer.byteLength(stem + extension) > MAX_NAME_BYTES) stem = [...stem].slice(0, -1).join('');
  return stem + extension || 'download';
}

/** Adds a number if the name is taken: `report.csv`, then `report (2).csv`. */
export function toUnusedFileName(name: string, isTaken: (name: string) => boolean): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  let unusedName = name;
  for (let n = 2; isTaken(unusedName); n++) unusedName = `${stem} (${n})${extension}`;
  return unusedName;
}

/** Why files of this type are refused, or null if they are not. */
export function explainTypeRefusal(name: string, policy: DownloadPolicy): string | null {
  const extension = extname(name).slice(1).toLowerCase();
  return policy.refusedExtensions.includes(extension) ? `files of type .${extension} can be programs` : null;
}

export function explainSizeRefusal(policy: DownloadPolicy): string {
  const megabytes = policy.maxBytes / (1024 * 1024);
  return `it is larger than ${megabytes >= 1 ? `${Math.round(megabytes)} MB` : `${policy.maxBytes} bytes`}`;
}
