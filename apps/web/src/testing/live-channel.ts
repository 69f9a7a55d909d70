import { act } from '@testing-library/react'

/**
 * In place of the page's socket: `vi.mock('…/live/connection.ts', () => import('…/testing/live-channel.ts'))`.
 * What the server would send is pushed by the test.
 */
type Listener = (payload: unknown) => void

const open = new Map<string, Map<string, Listener>>()

export function openChannel(topic: string) {
  const listeners = new Map<string, Listener>()
  open.set(topic, listeners)
  const push = {
    receive(status: string, callback: (reply: object) => void) {
      if (status === 'ok') callback({})
      return push
    },
  }
  return {
    on: (event: string, listener: Listener) => listeners.set(event, listener).size,
    onError: () => 0,
    onClose: () => 0,
    join: () => push,
    push: () => push,
    leave: () => {
      if (open.get(topic) === listeners) open.delete(topic)
      return push
    },
  }
}

export async function pushLive(topic: string, event: string, payload: unknown): Promise<void> {
  await act(async () => open.get(topic)?.get(event)?.(payload))
}
