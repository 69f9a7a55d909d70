import type { Event } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { newestOf } from '../../api/newest-of.ts'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { publicPaths } from '../../public-paths.ts'
import type { MenuEntry } from '../../ui/controls/menu.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { copyLink } from '../../ui/overlays/copy-by-hand.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import { eventsQuery, readPreviewUrl, storeEvent, updateEvent } from './api.ts'
import { editEventId, moreAboutId } from './event-ids.ts'
import { useText } from './texts.ts'

const DeleteEventDialog = lazyPart(() => import('./acts/delete-event-dialog.tsx'))
const DuplicateDialog = lazyPart(() => import('./acts/duplicate-dialog.tsx'))
const PublishDialog = lazyPart(() => import('./acts/publish-dialog.tsx'))

type Act = { kind: 'delete' | 'duplicate' | 'publish'; event: Event }

/** What the menus of events do. */
export function useEventActs(
  events: readonly Event[] | undefined,
  { focusNext, afterRemoval }: { focusNext: (id: string) => void; afterRemoval: string },
) {
  useLoadAhead([DuplicateDialog, PublishDialog, DeleteEventDialog])
  const t = useText()
  const maySend = useMay('send')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [chosen, setAct] = useState<Act>()
  // D49: the way from the preview of a draft.
  const asked = events?.find(({ id, published }) => id === search.get('publish') && !published)
  const act = chosen ?? (asked && { kind: 'publish', event: asked })
  const end = (focus: string) => {
    setAct(undefined)
    if (search.has('publish')) void navigate(paths.events, { replace: true })
    focusNext(focus)
  }
  const archiving = useMutation({
    mutationFn: ({ id, archived }: Event) => updateEvent(id, { archived: !archived }, false),
    onSuccess: (saved) => {
      storeEvent(client, saved)
      showToast(t(saved.archived ? 'archived_now' : 'brought_back', { name: saved.name }))
      focusNext(saved.archived ? afterRemoval : moreAboutId(saved))
    },
    onError: (error) => showFailure(errorText(error, t('errors.update'))),
    onSettled: () => void client.invalidateQueries(eventsQuery()),
  })

  const archive = (event: Event): MenuEntry => ({
    label: t(event.archived ? 'bring_back' : 'archive'),
    onSelect: () => archiving.mutate(event),
  })
  const duplicate = (event: Event) => setAct({ kind: 'duplicate', event })
  const remove = (event: Event): MenuEntry[] => [
    'rule',
    { label: t('delete'), danger: true, onSelect: () => setAct({ kind: 'delete', event }) },
  ]
  const broadcast = ({ id }: Event): MenuEntry[] =>
    maySend ? [{ label: t('broadcast'), onSelect: () => void navigate(paths.broadcast(id)) }] : []
  const copy = ({ id, name }: Event): MenuEntry => ({
    label: t('copy'),
    onSelect: () =>
      void copyLink(`${location.origin}${publicPaths.publicEvent(id)}`).then(
        (isCopied) => isCopied && showToast(t('copied_named', { name })),
      ),
  })

  return {
    duplicate,
    publish: (event: Event) => setAct({ kind: 'publish', event }),
    preview: ({ id }: Event) =>
      void readPreviewUrl(id).then(
        (url) => location.assign(url),
        (error: unknown) => showFailure(errorText(error, t('errors.preview'))),
      ),
    entriesOfCard: (event: Event): MenuEntry[] => [
      { label: t('duplicate_more'), onSelect: () => duplicate(event) },
      ...(event.published ? [] : [...broadcast(event), copy(event)]),
      archive(event),
      ...remove(event),
    ],
    entriesOfPast: (event: Event, onEdit: () => void): MenuEntry[] => [
      { label: t('edit'), onSelect: onEdit },
      ...broadcast(event),
      copy(event),
      archive(event),
      ...remove(event),
    ],
    entriesOfArchived: (event: Event): MenuEntry[] => [archive(event)],
    dialog: act && (
      <Suspense fallback={null}>
        <ActDialog
          act={{ ...act, event: newestOf(events, act.event) }}
          afterRemoval={afterRemoval}
          onEnd={end}
        />
      </Suspense>
    ),
  }
}

type ActDialogProps = { act: Act; afterRemoval: string; onEnd: (focus: string) => void }

function ActDialog({ act: { kind, event }, afterRemoval, onEnd }: ActDialogProps) {
  const t = useText()
  const onClose = () => onEnd(moreAboutId(event))
  const onDone = (text: string, focus: string) => {
    announce(text)
    onEnd(focus)
  }
  if (kind === 'delete') {
    const onDeleted = () => onDone(t('deleted', { name: event.name }), afterRemoval)
    return <DeleteEventDialog {...{ event, onClose, onDeleted }} />
  }
  if (kind === 'duplicate') {
    return (
      <DuplicateDialog
        event={event}
        onClose={onClose}
        onCopied={(copy) => {
          showToast(t('copied_now', { name: copy.name }))
          onEnd(editEventId(copy))
        }}
      />
    )
  }
  return (
    <PublishDialog
      event={event}
      onClose={onClose}
      onPublished={({ name }) => onDone(t('published_now', { name }), editEventId(event))}
    />
  )
}
