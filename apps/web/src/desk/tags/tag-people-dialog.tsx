import type { Person } from '@muster/contract/people'
import { foldName } from '@muster/contract/rules/fold'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { tagPeople, tagsQuery } from './api.ts'
import { TagField } from './tag-field.tsx'
import { useText } from './texts.ts'

/** Gives tags to people and takes them away. A box is mixed while only some of them have the tag. */
export default function TagPeopleDialog({
  people,
  onClose,
}: {
  people: readonly Pick<Person, 'id' | 'tags'>[]
  onClose: () => void
}) {
  const t = useText()
  const fieldId = useId()
  const client = useQueryClient()
  const { data: known, error } = useQuery(tagsQuery())
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [made, setMade] = useState<readonly string[]>([])
  const names = [...new Set([...(known ?? []).map(({ name }) => name), ...made])]
  const countOf = (name: string) => people.filter(({ tags }) => tags.includes(name)).length
  const set = (name: string, isOn: boolean) => setChanges((before) => new Map(before).set(name, isOn))
  const chosen = (isOn: boolean) => [...changes].flatMap(([name, value]) => (value === isOn ? name : []))

  const save = useMutation({
    mutationFn: () =>
      tagPeople({ person_ids: people.map(({ id }) => id), add: chosen(true), remove: chosen(false) }),
    onSuccess: () => {
      announce(t('people.saved', { count: people.length }))
      onClose()
    },
    onSettled: () => void refreshOrganization(client),
  })
  return (
    <Dialog
      title={t('people.title', { count: people.length })}
      intro={t('people.intro')}
      busy={save.isPending}
      problem={save.error ? errorText(save.error, t('errors.save')) : undefined}
      onClose={onClose}
      footer={
        <>
          <CancelButton busy={save.isPending} onClose={onClose} />
          <Button
            busy={save.isPending && t('dialog.saving')}
            aria-disabled={changes.size === 0}
            onClick={() => changes.size > 0 && save.mutate()}
          >
            {t('people.save')}
          </Button>
        </>
      }
    >
      {!known && !error && <SkeletonRows rows={3} />}
      {error && <p className="text-ink-2">{errorText(error, t('errors.fetch'))}</p>}
      <TagField
        id={fieldId}
        known={names}
        chosen={names.filter((name) => countOf(name) === people.length)}
        onAdd={(name) => {
          const same = names.find((each) => foldName(each) === foldName(name))
          if (!same) setMade((before) => [...before, name])
          set(same ?? name, true)
        }}
      />
      <ul className="mt-2">
        {names.map((name) => {
          const count = countOf(name)
          const isMixed = !changes.has(name) && count > 0 && count < people.length
          return (
            <li key={name}>
              <Checkbox
                label={name}
                hint={isMixed && t('people.some', { count, all: people.length })}
                checked={changes.get(name) ?? count === people.length}
                ref={(box) => {
                  if (box) box.indeterminate = isMixed
                }}
                onChange={({ currentTarget }) => set(name, currentTarget.checked)}
              />
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
