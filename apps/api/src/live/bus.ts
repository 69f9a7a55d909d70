import type { Announcement } from './announcement.ts'

export type Bus = {
  publish(announcements: readonly Announcement[]): void
  subscribe(listener: (announcement: Announcement) => void): () => void
  /** Returns whether announcements reach other processes. */
  isConnected(): boolean
  close(): Promise<void>
}

/** Works within one process, for tests. */
export function createLocalBus(): Bus {
  const listeners = new Set<(announcement: Announcement) => void>()
  return {
    publish(announcements) {
      for (const announcement of announcements) for (const listener of listeners) listener(announcement)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isConnected: () => true,
    close: async () => listeners.clear(),
  }
}
