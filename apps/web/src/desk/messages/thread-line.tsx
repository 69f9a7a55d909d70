import { useText } from './texts.ts'
import type { ThreadState } from './thread-connection.ts'

export function ThreadLine({ state }: { state: ThreadState | undefined }) {
  const t = useText()
  return (
    <output className="mb-3 block text-meta text-ink-2 empty:hidden">{state && t(`thread.${state}`)}</output>
  )
}
