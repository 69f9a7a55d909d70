import { useText } from './texts.ts'
import type { ThreadState } from './thread-connection.ts'

/** Whether an answer appears by itself, in one quiet line; nothing where there is no thread. */
export function ThreadLine({ state }: { state: ThreadState | undefined }) {
  const t = useText()
  return (
    <output className="mb-3 block text-meta text-ink-2 empty:hidden">{state && t(`thread.${state}`)}</output>
  )
}
