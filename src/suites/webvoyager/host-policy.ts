/** What sessions may do on the hosts of tasks: everything on local simulators, nothing irreversible on the open web. */
import { FIXTURES } from '../../dialogue/index.js';
import { isLocalUrl } from '../../policy/index.js';
import type { HostPolicy } from '../suite.js';

const LOCAL: HostPolicy = {
  confirm: { default: 'allow' },
  note: 'Policy of the suite: the task is on a local site, so irreversible actions are allowed.',
};

const OPEN_WEB: HostPolicy = {
  confirm: { default: 'deny' },
  note: 'Policy of the suite: the task is on the open web, so every public site may be opened, and irreversible actions are refused.',
};

export const hostPolicy = ({ url }: { url: string }): HostPolicy =>
  url.startsWith(`{{${FIXTURES}}}`) || isLocalUrl(url) ? LOCAL : OPEN_WEB;
