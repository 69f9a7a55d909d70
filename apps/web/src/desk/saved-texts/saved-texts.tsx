import type { SavedText } from '@muster/contract/saved-texts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { addSavedText, changeSavedText, removeSavedText, savedTextsQuery } from './api.ts'
import { useText } from './texts.ts'

type SavedProps = { text: string; disabled: boolean; onUse: (text: string) => void }

/** Texts of the organisation, to use again. */
export function SavedTexts({ text, disabled, onUse }: SavedProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="link-button text-meta"
        disabled={disabled}
        onClick={() => setIsOpen(true)}
      >
        {t('title')}
      </button>
      {isOpen && (
        <SavedTextsSheet
          text={text.trim()}
          onUse={(chosen) => {
            onUse(chosen)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

type SheetProps = { text: string; onUse: (text: string) => void; onClose: () => void }

function SavedTextsSheet({ text, onUse, onClose }: SheetProps) {
  const t = useText()
  const { data, error, refetch } = useQuery(savedTextsQuery())
  return (
    <Sheet title={t('title')} onClose={onClose}>
      {error && (
        <div className="grid justify-items-start gap-3">
          <FormError text={errorText(error, t('load_failed'))} />
          <RetryButton onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && (
        <Loading>
          <Skeleton className="h-30" />
        </Loading>
      )}
      {data?.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      {data && (
        <ul className="divide-y divide-line">
          {data.map((saved) => (
            <Row key={saved.id} saved={saved} text={text} onUse={onUse} />
          ))}
        </ul>
      )}
      {data && <SaveForm text={text} />}
    </Sheet>
  )
}

function Row({ saved, text, onUse }: { saved: SavedText; text: string; onUse: (text: string) => void }) {
  const t = useText()
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries(savedTextsQuery())
  const removal = useMutation({ mutationFn: () => removeSavedText(saved.id), onSettled: readAgain })
  const change = useMutation({ mutationFn: () => changeSavedText({ ...saved, text }), onSettled: readAgain })
  const isBusy = removal.isPending || change.isPending
  const problem = removal.error ?? change.error
  const { title } = saved
  return (
    <li className="py-3">
      <div className="flex items-center gap-1">
        <b className="min-w-0 flex-1 wrap-anywhere">{title}</b>
        <Button kind="line" onClick={() => onUse(saved.text)}>
          {t('use')}
        </Button>
        {text !== '' && text !== saved.text && (
          <IconButton label={t('replace', { title })} aria-disabled={isBusy} onClick={() => change.mutate()}>
            <Icon name="pencil" />
          </IconButton>
        )}
        <IconButton label={t('remove', { title })} aria-disabled={isBusy} onClick={() => removal.mutate()}>
          <Icon name="cross" />
        </IconButton>
      </div>
      <p className="line-clamp-3 text-meta whitespace-pre-line text-ink-2">{saved.text}</p>
      <FormError text={problem ? errorText(problem, t('failed')) : undefined} />
    </li>
  )
}

function SaveForm({ text }: { text: string }) {
  const t = useText()
  const client = useQueryClient()
  const [title, setTitle] = useState('')
  const [isTried, setIsTried] = useState(false)
  const saving = useMutation({
    mutationFn: () => addSavedText({ title, text }),
    onSuccess: async () => {
      await client.invalidateQueries(savedTextsQuery())
      setTitle('')
      setIsTried(false)
    },
  })
  const save = () => {
    setIsTried(true)
    if (title.trim() !== '' && !saving.isPending) saving.mutate()
  }
  if (text === '') return <p className="mt-6 text-ink-2">{t('blank')}</p>
  return (
    <div className="mt-6 grid gap-3">
      <TextField
        label={t('name')}
        maxLength={100}
        value={title}
        error={isTried && title.trim() === '' ? t('needs_name') : undefined}
        onChange={(change) => setTitle(change.currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save()
        }}
      />
      <FormError text={saving.error ? errorText(saving.error, t('failed')) : undefined} />
      <Button kind="line" busy={saving.isPending && t('saving')} onClick={save}>
        {t('save')}
      </Button>
    </div>
  )
}
