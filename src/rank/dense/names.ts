/** What a graph can be computed on, by the names that people give. Apart, so that naming loads no runtime. */
const DEVICES = ['cpu', 'cuda', 'webgpu', 'coreml', 'directml'] as const;
export type RankerDevice = (typeof DEVICES)[number];

/** `auto` takes the fastest that is right. */
export const DEVICE_CHOICES = ['auto', ...DEVICES] as const;
export type DeviceChoice = (typeof DEVICE_CHOICES)[number];

/** Devices of a system besides the CPU, the likeliest first. */
export function devicesHere(platform: NodeJS.Platform): RankerDevice[] {
  switch (platform) {
    case 'darwin':
      return ['webgpu', 'coreml'];
    case 'win32':
      return ['directml', 'webgpu', 'cuda'];
    default:
      return ['cuda', 'webgpu'];
  }
}
