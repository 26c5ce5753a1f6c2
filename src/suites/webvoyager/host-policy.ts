/**
 * Selects what a session may do on its task's hosts. A task on a local site may do anything there but cannot reach the
 * public web. A task on the public web may not do anything irreversible.
 */
import { isLocalUrl } from '../../policy/index.js';
import { areAllHostsLocal } from '../local-hosts.js';
import type { HostPolicy } from '../suite.js';

const LOCAL_POLICY: HostPolicy = {
  confirm: { default: 'allow' },
  blocksPublicHosts: true,
  note: 'Policy of the suite: the task is on a local site, so irreversible actions are allowed, and public hosts are refused.',
};

const PUBLIC_HOSTS_POLICY: HostPolicy = {
  confirm: { default: 'deny' },
  blocksPublicHosts: true,
  note: 'Policy of the suite: the task is on a local site, but --allow-host allows public hosts, so irreversible actions are refused.',
};

const OPEN_WEB_POLICY: HostPolicy = {
  confirm: { default: 'deny' },
  blocksPublicHosts: false,
  note: 'Policy of the suite: the task is on the open web, so every public site may be opened, and irreversible actions are refused.',
};

export function selectHostPolicy(url: string, allowedHosts: readonly string[]): HostPolicy {
  if (!isLocalUrl(url)) return OPEN_WEB_POLICY;
  return areAllHostsLocal(allowedHosts) ? LOCAL_POLICY : PUBLIC_HOSTS_POLICY;
}
