/**
 * The permissions of sessions on the hosts of tasks. Tasks on local sites may do anything there but cannot reach the
 * public web; tasks on the public web may do nothing irreversible.
 */
import { isLocalUrl } from '../../policy/index.js';
import { areAllLocal } from '../local-hosts.js';
import type { HostPolicy } from '../suite.js';

const LOCAL: HostPolicy = {
  confirm: { default: 'allow' },
  localOnly: true,
  note: 'Policy of the suite: the task is on a local site, so irreversible actions are allowed, and public hosts are refused.',
};

const LOCAL_WITH_PUBLIC_HOSTS: HostPolicy = {
  confirm: { default: 'deny' },
  localOnly: true,
  note: 'Policy of the suite: the task is on a local site, but --allow-host opens public hosts, so irreversible actions are refused.',
};

const OPEN_WEB: HostPolicy = {
  confirm: { default: 'deny' },
  localOnly: false,
  note: 'Policy of the suite: the task is on the open web, so every public site may be opened, and irreversible actions are refused.',
};

export function hostPolicy(url: string, allowedHosts: readonly string[]): HostPolicy {
  if (!isLocalUrl(url)) return OPEN_WEB;
  return areAllLocal(allowedHosts) ? LOCAL : LOCAL_WITH_PUBLIC_HOSTS;
}
