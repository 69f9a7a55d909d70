import type { Tag } from '@muster/contract/tags'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { controlClass } from '../../ui/controls/field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { deleteTag, renameTag, tagsQuery } from './api.ts'
import { useText } from './texts.ts'

/** Renames and deletes tags. */
export default function TagsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { data: tags, error } = useQuery(tagsQuery())
  const [deleting, setDeleting] = useState<Tag>()
  return (
    <>
      <Dialog title={t('dialog.title')} intro={t('dialog.intro')} onClose={onClose}>
        {!tags && !error && <SkeletonRows rows={3} />}
        {error && <p className="text-ink-2">{errorText(error, t('errors.fetch'))}</p>}
        {tags?.length === 0 && <p className="text-ink-2">{t('dialog.empty')}</p>}
        <ul className="grid gap-3">
          {tags?.map((tag) => (
            <TagRow key={tag.id} tag={tag} onDelete={() => setDeleting(tag)} />
          ))}
        </ul>
      </Dialog>
      {deleting && <DeleteTagDialog tag={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function TagRow({ tag, onDelete }: { tag: Tag; onDelete: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [name, setName] = useState(tag.name)
  const isChanged = name.trim() !== '' && name.trim() !== tag.name
  const rename = useMutation({
    mutationFn: () => renameTag(tag.id, name),
    onSuccess: (renamed) => {
      setName(renamed.name)
      announce(t('dialog.renamed', { name: renamed.name }))
      void refreshOrganization(client)
    },
  })
  const save = (submit: FormEvent) => {
    submit.preventDefault()
    if (isChanged && !rename.isPending) rename.mutate()
  }
  return (
    <li>
      <form className="flex items-center gap-2" onSubmit={save}>
        <input
          aria-label={t('dialog.rename', { name: tag.name })}
          className={controlClass({ className: 'flex-1' })}
          value={name}
          autoComplete="off"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <span className="w-20 flex-none text-right text-meta text-ink-2 tabular-nums">
          {t('dialog.people', { count: tag.people })}
        </span>
        {isChanged ? (
          <Button type="submit" kind="line" busy={rename.isPending && t('dialog.saving')}>
            {t('dialog.save')}
          </Button>
        ) : (
          <IconButton label={t('dialog.delete', { name: tag.name })} onClick={onDelete}>
            <Icon name="cross" size="medium" />
          </IconButton>
        )}
      </form>
      <FormError text={rename.error ? errorText(rename.error, t('errors.rename')) : undefined} />
    </li>
  )
}

function DeleteTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: () => deleteTag(tag.id),
    onSuccess: async () => {
      await refreshOrganization(client)
      announce(t('dialog.deleted', { name: tag.name }))
      onClose()
    },
  })
  return (
    <AlertDialog
      title={t('dialog.question', { name: tag.name })}
      confirm={t('dialog.confirm')}
      busy={removal.isPending && t('dialog.deleting')}
      problem={removal.error ? errorText(removal.error, t('errors.delete')) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('dialog.text', { count: tag.people })}</p>
    </AlertDialog>
  )
}
