import { useQuery } from '@tanstack/react-query'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { tagsQuery } from './api.ts'
import { tagClass } from './tag-class.ts'
import { TagField } from './tag-field.tsx'
import { useText } from './texts.ts'

/** The tags of a person: each can be taken off, and the field adds one. `id`: of the field. */
export function TagEditor({
  id,
  tags,
  onAdd,
  onRemove,
}: {
  id: string
  tags: readonly string[]
  onAdd: (name: string) => void
  onRemove: (name: string) => void
}) {
  const t = useText()
  const focusNext = useFocusNext()
  const { data: known = [] } = useQuery(tagsQuery())
  return (
    <>
      <ul className="flex flex-wrap gap-1.5 not-empty:mb-3">
        {tags.map((name) => (
          <li key={name} className={`${tagClass} h-8! pr-0!`}>
            <span className="truncate">{name}</span>
            <button
              type="button"
              aria-label={t('remove', { name })}
              className="grid size-8 flex-none place-items-center rounded-small hover:text-ink pointer-coarse:size-11"
              onClick={() => {
                focusNext(id)
                onRemove(name)
              }}
            >
              <Icon name="cross" size="tiny" />
            </button>
          </li>
        ))}
      </ul>
      <TagField id={id} known={known.map(({ name }) => name)} chosen={tags} onAdd={onAdd} />
    </>
  )
}
