import { useEffect, useState } from 'react'
import { openThread } from './api.ts'
import type { DeliveryStatus, IncomingMessage, ThreadConnection, ThreadState } from './thread-connection.ts'

export type LiveThread = {
  state: ThreadState | undefined
  incoming: readonly IncomingMessage[]
  statuses: readonly DeliveryStatus[]
}

const NONE: LiveThread = { state: undefined, incoming: [], statuses: [] }

/** Opens a thread only for a person who has ever written. */
export function useThread(person_id: string, hasWritten: boolean): LiveThread {
  const [thread, setThread] = useState(NONE)

  useEffect(() => {
    if (!hasWritten) return undefined
    let isClosed = false
    let connection: ThreadConnection | undefined
    const onState = (state: ThreadState) => {
      if (!isClosed) setThread((before) => ({ ...before, state }))
    }

    async function follow(): Promise<void> {
      const opened = await openThread(person_id)
      if (isClosed || !opened.available) return
      onState('connecting')
      const { connectThread } = await import('./twilio-thread.ts')
      if (isClosed) return
      connection = connectThread({
        ...opened,
        renewToken: () => renewToken(person_id),
        onMessage: (message) =>
          setThread((before) => ({ ...before, incoming: [...before.incoming, message] })),
        onStatus: (status) => setThread((before) => ({ ...before, statuses: [...before.statuses, status] })),
        onState,
      })
    }

    follow().catch(() => onState('lost'))
    return () => {
      isClosed = true
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
