import type { Event } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { newestOf } from '../../api/newest-of.ts'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import type { MenuEntry } from '../../ui/controls/menu.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import { eventsQuery, readPreviewUrl, storeEvent, updateEvent } from './api.ts'
import { copySignupLink } from './signup-link.ts'
import { useText } from './texts.ts'

const ActDialog = lazyPart(() => import('./acts/act-dialog.tsx'))

export type Act = { kind: 'delete' | 'duplicate' | 'publish'; event: Event }

/** What follows an act: where the focus goes, or another page. */
export type AfterActs = {
  closed: (event: Event) => void
  archived: (event: Event) => void
  deleted: () => void
  copied: (copy: Event) => void
  published: (event: Event) => void
}

/** What the menus of events do. */
export function useEventActs(events: readonly Event[] | undefined, after: AfterActs) {
  useLoadAhead([ActDialog])
  const t = useText()
  const maySend = useMay('send')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [chosen, setAct] = useState<Act>()
  // D49: the way from the preview of a draft.
  const asked = events?.find(({ id, published }) => id === search.get('publish') && !published)
  const act = chosen ?? (asked && { kind: 'publish', event: asked })
  const end = () => {
    setAct(undefined)
    if (search.has('publish')) void navigate(paths.events, { replace: true })
  }
  const archiving = useMutation({
    mutationFn: ({ id, archived }: Event) => updateEvent(id, { archived: !archived }, false),
    onSuccess: (saved) => {
      storeEvent(client, saved)
      showToast(t(saved.archived ? 'archived_now' : 'brought_back', { name: saved.name }))
      after.archived(saved)
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
    maySend ? [{ label: t('broadcast'), onSelect: () => void navigate(paths.event(id, '/broadcast')) }] : []
  const copy = (event: Event): MenuEntry => ({
    label: t('copy'),
    onSelect: () =>
      void copySignupLink(event).then(
        (isCopied) => isCopied && showToast(t('copied_named', { name: event.name })),
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
    entriesOfPage: (event: Event): MenuEntry[] => [
      { label: t('duplicate_more'), onSelect: () => duplicate(event) },
      ...broadcast(event),
      { label: t('print'), onSelect: () => void navigate(paths.schedule(event.id)) },
      { label: t('lists'), onSelect: () => void navigate(paths.listsOf(event.id)) },
      copy(event),
      'rule',
      archive(event),
      ...remove(event).slice(1),
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
        <ActDialog act={{ ...act, event: newestOf(events, act.event) }} after={after} onEnd={end} />
      </Suspense>
    ),
  }
}
