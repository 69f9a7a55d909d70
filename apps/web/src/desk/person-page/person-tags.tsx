import type { PersonPage } from '@muster/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { errorText } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { personQuery } from '../people/api.ts'
import { tagPeople } from '../tags/api.ts'
import { TagEditor } from '../tags/tag-editor.tsx'
import { Card } from './card.tsx'
import { useText } from './texts.ts'

/** D53. Each change is saved at once. */
export function PersonTags({ person: { id, tags } }: { person: PersonPage }) {
  const t = useText()
  const client = useQueryClient()
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
      <TagEditor
        id={useId()}
        tags={tags}
        onAdd={(name) => save.mutate({ add: [name] })}
        onRemove={(name) => save.mutate({ remove: [name] })}
      />
      <FormError text={save.error ? errorText(save.error, t('tags_failed')) : undefined} />
    </Card>
  )
}
