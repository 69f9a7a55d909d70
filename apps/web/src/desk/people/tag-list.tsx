import { tagClass } from '../tags/tag-class.ts'
import { useText } from './texts.ts'

/** Up to two, and how many more there are. */
const SHOWN = 2

export function TagList({ tags }: { tags: readonly string[] }) {
  const t = useText()
  const more = tags.slice(SHOWN)
  if (tags.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1">
      {tags.slice(0, SHOWN).map((tag) => (
        <li key={tag} className={tagClass}>
          <span className="truncate">{tag}</span>
        </li>
      ))}
      {more.length > 0 && (
        <li className="text-hint text-ink-3" title={more.join(', ')}>
          <span aria-hidden="true">+{more.length}</span>
          <span className="sr-only">{t('more_tags', { tags: more.join(', ') })}</span>
        </li>
      )}
    </ul>
  )
}
