import type { Duplicate } from '@muster/contract/duplicates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { fullName } from '../../format/names.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { backLinkClass } from '../../ui/page/back-link.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { comparisonQuery, duplicatesQuery } from './api.ts'
import { type Done, DoneNote } from './done-note.tsx'
import { EntryForm } from './entry-form.tsx'
import { useText } from './texts.ts'

/** D60: pairs one after the other, or the pair that the address names. */
export default function DuplicatesPage() {
  const t = useText()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const [one, other] = [search.get('one'), search.get('other')]
  const named = one !== null && other !== null ? { id: one, other_id: other } : undefined
  const { data: pairs, error, refetch } = useQuery(duplicatesQuery())
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const [done, setDone] = useState<Done>()
  const [isNamedDone, setIsNamedDone] = useState(false)
  const open = pairs?.filter((pair) => !skipped.includes(keyOf(pair)))
  const first = open?.[0]
  const isNamed = named !== undefined && !isNamedDone
  const shown = isNamed ? named : first && { id: first.one.id, other_id: first.other.id }
  const compared = useQuery({
    ...comparisonQuery(shown ?? { id: '', other_id: '' }),
    enabled: shown !== undefined,
  })
  const top = useRef<HTMLDivElement>(null)
  const key = shown && `${shown.id} ${shown.other_id}`

  const next = (skip?: boolean) => {
    if (skip && first && !isNamed) setSkipped([...skipped, keyOf(first)])
    setIsNamedDone(true)
    top.current?.focus()
    if (!skip) void refreshOrganization(client)
  }
  const things = shown && compared.data ? compared.data.equal.map((thing) => t(`equal.${thing}`)) : []
  const intro = [things.length > 0 ? `${capitalized(things.join(', '))}.` : '', t('choose')]
    .filter(Boolean)
    .join(' ')
  const failure = shown ? compared.error : error
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <PageLink className={backLinkClass()} href={paths.people}>
        <Icon name="left" size="medium" />
        {pairs && shown && !isNamed ? t('place', { at: skipped.length + 1, of: pairs.length }) : t('back')}
      </PageLink>
      <PageHead title={t('title')} intro={intro} />
      {done && <DoneNote key={done.merge_id} done={done} onUndone={() => void refreshOrganization(client)} />}
      {failure && (
        <>
          <p className="mb-3">{errorText(failure, t('load_failed'))}</p>
          <RetryButton onRetry={() => void (shown ? compared.refetch() : refetch())} />
        </>
      )}
      {!failure && (!pairs || (shown && !compared.data)) && <SkeletonRows rows={8} />}
      {shown && compared.data && (
        <EntryForm
          key={key}
          compared={compared.data}
          onMerged={(merged) => {
            const name = fullName(merged.person)
            setDone({ merge_id: merged.merge_id, name })
            announce(t('merged', { name }))
            next()
          }}
          onTold={() => next()}
          onSkip={() => next(true)}
        />
      )}
      {pairs && !shown && (
        <EmptyState text={t('empty')}>
          <PageLink className={buttonClass()} href={paths.people}>
            {t('to_people')}
          </PageLink>
        </EmptyState>
      )}
    </div>
  )
}

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

const keyOf = ({ one, other }: Duplicate) => `${one.id} ${other.id}`
