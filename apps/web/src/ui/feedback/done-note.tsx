import { Icon } from '../page/icon.tsx'

/** Result of a button, shown beside it. */
export function DoneNote({ text, className = '' }: { text: string | false; className?: string }) {
  return (
    <output className={`flex items-center gap-2 font-semibold text-ok ${className}`}>
      {text && (
        <>
          <Icon name="check" />
          {text}
        </>
      )}
    </output>
  )
}
