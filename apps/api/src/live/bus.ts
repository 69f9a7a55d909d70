import type { Announcement } from './announcement.ts'

export type Bus = {
  publish(announcements: readonly Announcement[]): void
  subscribe(listener: (announcement: Announcement) => void): () => void
  close(): Promise<void>
}

/** Within one process, for tests. */
export function openLocalBus(): Bus {
  const listeners = new Set<(announcement: Announcement) => void>()
  return {
    publish(announcements) {
      for (const announcement of announcements) for (const listener of listeners) listener(announcement)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => listeners.clear(),
  }
}
