const KINDS = [
  'account',
  'organization',
  'event',
  'role',
  'shift',
  'person',
  'assignment',
  'message',
  'invitation',
  'waiting',
  'log',
] as const

export type DemoIds = (kind: (typeof KINDS)[number]) => string

/** Generates the same UUIDv7s in every installation, so that scripts can name them. Each kind has its own count. */
export function createDemoIds(): DemoIds {
  const counts = KINDS.map(() => 0)
  return (kind) => {
    const index = KINDS.indexOf(kind)
    const count = (counts[index] ?? 0) + 1
    counts[index] = count
    return `01900000-0000-7${hex(index + 1, 3)}-8000-${hex(count, 12)}`
  }
}

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
