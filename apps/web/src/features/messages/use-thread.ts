import { useEffect, useState } from 'react'
import { openThread } from './api.ts'
import type { ThreadConnection, ThreadState, Told, Written } from './thread-connection.ts'

/** `state` is undefined where there is no thread to follow. */
export type LiveThread = {
  state: ThreadState | undefined
  written: readonly Written[]
  told: readonly Told[]
}

const NONE: LiveThread = { state: undefined, written: [], told: [] }

/** Follows the two-way thread with a person while it is on screen; only with those who have ever written is there one. */
export function useThread(person_id: string, hasWritten: boolean): LiveThread {
  const [thread, setThread] = useState(NONE)

  useEffect(() => {
    if (!hasWritten) return undefined
    let isOver = false
    let connection: ThreadConnection | undefined
    const onState = (state: ThreadState) => {
      if (!isOver) setThread((before) => ({ ...before, state }))
    }

    async function follow(): Promise<void> {
      const opened = await openThread(person_id)
      if (isOver || !opened.available) return
      onState('connecting')
      const { connectThread } = await import('./twilio-thread.ts')
      if (isOver) return
      connection = connectThread({
        ...opened,
        renewToken: () => renewToken(person_id),
        onMessage: (message) => setThread((before) => ({ ...before, written: [...before.written, message] })),
        onStatus: (word) => setThread((before) => ({ ...before, told: [...before.told, word] })),
        onState,
      })
    }

    follow().catch(() => onState('lost'))
    return () => {
      isOver = true
      connection?.close()
      setThread(NONE)
    }
  }, [person_id, hasWritten])

  return thread
}

async function renewToken(person_id: string): Promise<string> {
  const opened = await openThread(person_id)
  if (!opened.available) throw new Error('the thread is gone')
  return opened.token
}
