/** Names of the devices that can run the encoder. Importing this file does not load the runtime. */
const DEVICES = ['cpu', 'cuda', 'webgpu', 'coreml', 'directml'] as const;
export type RankerDevice = (typeof DEVICES)[number];

/** `auto` uses the first device that is correct and faster than the CPU. */
export const DEVICE_CHOICES = ['auto', ...DEVICES] as const;
export type DeviceChoice = (typeof DEVICE_CHOICES)[number];

/** Lists the devices that a platform may have besides the CPU, the most likely first. */
export function listDevices(platform: NodeJS.Platform): RankerDevice[] {
  switch (platform) {
    case 'darwin':
      return ['webgpu', 'coreml'];
    case 'win32':
      return ['directml', 'webgpu', 'cuda'];
    default:
      return ['cuda', 'webgpu'];
  }
}
