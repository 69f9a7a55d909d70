import type { PersonPage } from '@muster/contract/people'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { errorText } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { personQuery } from '../people/api.ts'
import { tagClass } from '../people/tag-list.tsx'
import { tagPeople, tagsQuery } from '../tags/api.ts'
import { TagField } from '../tags/tag-field.tsx'
import { Card } from './card.tsx'
import { useText } from './texts.ts'

/** D53. Each change is saved at once. */
export function PersonTags({ person: { id, tags }, mayPlan }: { person: PersonPage; mayPlan: boolean }) {
  const t = useText()
  const fieldId = useId()
  const client = useQueryClient()
  const focusNext = useFocusNext()
  const { data: known = [] } = useQuery({ ...tagsQuery(), enabled: mayPlan })
  const save = useMutation({
    mutationFn: (change: { add?: string[]; remove?: string[] }) => tagPeople({ person_ids: [id], ...change }),
    onSuccess: async () => {
      await client.invalidateQueries(personQuery(id))
      void refreshOrganization(client)
    },
  })
  return (
    <Card title={t('tags')}>
      {tags.length === 0 && <p className="mb-2 text-compact text-ink-3">{t('no_tags')}</p>}
      <ul className="flex flex-wrap gap-1.5 not-empty:mb-3">
        {tags.map((name) => (
          <li key={name} className={`${tagClass} ${mayPlan ? 'h-8! pr-0!' : ''}`}>
            <span className="truncate">{name}</span>
            {mayPlan && (
              <button
                type="button"
                aria-label={t('remove_tag', { name })}
                className="grid size-8 flex-none place-items-center rounded-small hover:text-ink pointer-coarse:size-11"
                onClick={() => {
                  focusNext(fieldId)
                  save.mutate({ remove: [name] })
                }}
              >
                <Icon name="cross" size="tiny" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayPlan && (
        <TagField
          id={fieldId}
          known={known.map(({ name }) => name)}
          chosen={tags}
          onAdd={(name) => save.mutate({ add: [name] })}
        />
      )}
      <FormError text={save.error ? errorText(save.error, t('tags_failed')) : undefined} />
    </Card>
  )
}
