import type { LogEntry } from '@muster/contract/log'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { logEntities } from '@muster/contract/rules/log-action'
import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { wallToInstant } from '@muster/contract/rules/wall-time'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { type Ref, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { CHANGES_NOTHING_SHOWN } from '../../api/query-client.ts'
import { browserTimeZone } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { saveFile } from '../../ui/page/save-file.ts'
import { SettingsPage } from '../../ui/page/settings-page.tsx'
import { apiKeysQuery } from '../api-keys/api.ts'
import { membersQuery } from '../members/api.ts'
import { exportLog, type LogFilter, logQuery } from './api.ts'
import { Entries } from './entries.tsx'
import { firstOfDeed } from './group-entries.ts'
import { useText } from './texts.ts'
import { useSentence } from './use-sentence.ts'

const names = ['actor', 'entity', 'from', 'to'] as const
type Name = (typeof names)[number]

/** A1. The filters are in the address (D38). */
export default function LogPage() {
  const t = useText()
  const zone = browserTimeZone()
  const [search, setSearch] = useSearchParams()
  const filter = filterOf(search, zone)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    logQuery(filter),
  )
  const entries = data?.pages.flatMap(({ items }) => items)
  const focusNext = useFocusNext()
  const showEarlier = async () => {
    const { data: read, hasNextPage: hasMore } = await fetchNextPage()
    const [first] = read?.pages.at(-1)?.items ?? []
    // The button that had the focus is gone.
    if (!hasMore && read && first)
      focusNext(
        firstOfDeed(
          read.pages.flatMap(({ items }) => items),
          first,
        ).id,
      )
  }
  const save = useSaveCsv()
  const isFiltered = names.some((name) => search.has(name))
  const choose = (name: Name, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const firstFilter = useRef<HTMLSelectElement>(null)
  const clear = () => {
    setSearch((before) => new URLSearchParams([...before].filter(([name]) => !isFilter(name))))
    firstFilter.current?.focus()
  }

  return (
    <SettingsPage
      title={t('title')}
      intro={t('intro')}
      actions={
        <Button
          kind="line"
          className="max-tablet:w-full"
          disabled={!entries || entries.length === 0}
          busy={save.isPending && t('saving')}
          onClick={() => save.mutate(filter)}
        >
          {t('save')}
        </Button>
      }
    >
      <Filters search={search} entries={entries ?? []} firstRef={firstFilter} onChoose={choose} />
      {!entries && error && (
        <ErrorPanel text={errorText(error, t('failed_to_fetch'))}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      )}
      {!entries && !error && <SkeletonRows rows={8} />}
      {entries?.length === 0 && (
        <EmptyState text={t(isFiltered ? 'none_found' : 'empty')}>
          {isFiltered && (
            <Button kind="line" onClick={clear}>
              {t('clear')}
            </Button>
          )}
        </EmptyState>
      )}
      {entries && entries.length > 0 && <Entries entries={entries} zone={zone} hasMore={hasNextPage} />}
      {hasNextPage && (
        <p>
          <Button
            kind="line"
            className="max-tablet:w-full"
            busy={isFetchingNextPage && t('loading')}
            onClick={() => void showEarlier()}
          >
            {t('earlier')}
          </Button>
        </p>
      )}
      {entries && error && <FormError text={errorText(error, t('failed_to_fetch'))} />}
      <output className="sr-only">
        {data && data.pages.length > 1 && t('shown', { count: entries?.length ?? 0 })}
      </output>
    </SettingsPage>
  )
}

function Filters({
  search,
  entries,
  firstRef,
  onChoose,
}: {
  search: URLSearchParams
  entries: readonly LogEntry[]
  firstRef: Ref<HTMLSelectElement>
  onChoose: (name: Name, value: string) => void
}) {
  const t = useText()
  const actors = useActors(entries)
  const actor = search.get('actor') ?? ''
  const valueOf = (name: Name) => search.get(name) ?? ''
  return (
    <section aria-label={t('filters')} className="grid gap-3 tablet:grid-cols-2 wide:grid-cols-4">
      <NativeSelect
        ref={firstRef}
        label={t('who')}
        value={actor}
        onChange={({ target: { value } }) => onChoose('actor', value)}
      >
        <option value="">{t('everybody')}</option>
        {[...actors].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {actor !== '' && !actors.has(actor) && <option value={actor}>{t('chosen')}</option>}
      </NativeSelect>
      <NativeSelect
        label={t('about')}
        value={valueOf('entity')}
        onChange={({ target: { value } }) => onChoose('entity', value)}
      >
        <option value="">{t('everything')}</option>
        {logEntities.map((entity) => (
          <option key={entity} value={entity}>
            {t(`entity.${entity}`)}
          </option>
        ))}
      </NativeSelect>
      <TextField
        label={t('from')}
        type="date"
        value={valueOf('from')}
        onChange={({ target: { value } }) => onChoose('from', value)}
      />
      <TextField
        label={t('to')}
        type="date"
        value={valueOf('to')}
        onChange={({ target: { value } }) => onChoose('to', value)}
      />
    </section>
  )
}

/** Returns names by id of the members, the active API keys and the actors of the loaded entries. */
function useActors(entries: readonly LogEntry[]): ReadonlyMap<string, string> {
  const t = useText()
  const { whoOf } = useSentence()
  const { data } = useQuery(membersQuery())
  const { data: keys = [] } = useQuery(apiKeysQuery())
  return new Map([
    ...(data?.members ?? []).map(({ user_id, name, email }) => [user_id, name ?? email] as const),
    ...keys.map(({ id, name }) => [id, t('key', { name })] as const),
    ...entries.flatMap((entry) => (entry.actor.id === null ? [] : [[entry.actor.id, whoOf(entry)] as const])),
  ])
}

function useSaveCsv() {
  const t = useText()
  return useMutation({
    mutationFn: exportLog,
    meta: CHANGES_NOTHING_SHOWN,
    // The mark tells spreadsheets that it is UTF-8; reading the answer has removed it.
    onSuccess: (text) => saveFile('log.csv', new Blob([`\uFEFF${text}`], { type: 'text/csv' })),
    onError: (error) => showFailure(errorText(error, t('save_failed'))),
  })
}

const isFilter = (name: string): name is Name => names.some((each) => each === name)

/** Days are those of the reader; the last one is included. */
function filterOf(search: URLSearchParams, zone: string): LogFilter {
  const actor = search.get('actor')
  const entity = logEntities.find((each) => each === search.get('entity'))
  const from = startOf(dayOf(search.get('from')), zone)
  const to = startOf(dayAfter(dayOf(search.get('to'))), zone)
  return { ...(actor && { actor }), ...(entity && { entity }), ...(from && { from }), ...(to && { to }) }
}

/** Ignores the years that a date field has while one is typed. */
function dayOf(given: string | null): string | undefined {
  const isDay = given !== null && hasSensibleYear(given) && !Number.isNaN(Date.parse(`${given}T00:00:00Z`))
  return isDay ? given : undefined
}

function startOf(day: string | undefined, zone: string): string | undefined {
  return day && wallToInstant(`${day}T00:00`, zone)
}

function dayAfter(day: string | undefined): string | undefined {
  return day && addMs(`${day}T00:00:00Z`, DAY_MS).slice(0, 10)
}
