import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { organizationKey } from '../../../api/organization-key.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RetryButton } from '../../../ui/controls/retry-button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { useSettledValue } from '../../../ui/hooks/use-settled-value.ts'
import { showFailure } from '../../../ui/overlays/failure-dialog.tsx'
import { useDiscardQuestion } from '../../../ui/overlays/use-discard-question.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { focusTitleAfter } from '../../../ui/page/page-title.tsx'
import { stickyBarClass } from '../../../ui/page/sticky-bar.ts'
import { type OnExisting, saveImport, type Tried } from './api.ts'
import { CheckOptions } from './check-options.tsx'
import { CheckTable } from './check-table.tsx'
import { chooseColumn, type Reading } from './columns.ts'
import { Figures } from './figures.tsx'
import { countRows, type Decision, type Decisions, type Group, rowsToSave } from './judge-rows.ts'
import { readRow } from './read-row.ts'
import { type Saved, savedOf } from './saved.ts'
import { type ImportText, useText } from './texts.ts'
import { useTried } from './use-tried.ts'

/** ms without typing until the rows are tried with the tag. */
const QUIET_MS = 600

/** `file`: the name of what was read, undefined for pasted rows. */
export type Checking = { reading: Reading; file: string | undefined }

type CheckProps = {
  checking: Checking
  onBack: () => void
  onSaved: (import_id: string, saved: Saved) => void
}

export function CheckStep({ checking: { reading: first, file }, onBack, onSaved }: CheckProps) {
  const t = useText()
  const [reading, setReading] = useState(first)
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  const [on_existing, setOnExisting] = useState<OnExisting>('replace')
  const [tag, setTag] = useState('')
  const [shown, setShown] = useState<Group>()
  const { markUnsaved, leave, question } = useDiscardQuestion()
  const given_tag = useSettledValue(tag.trim(), QUIET_MS)
  const rows = useMemo(() => readRows(reading, given_tag), [reading, given_tag])
  const { data: tried, error, refetch, isFetching } = useTried(rows, on_existing)
  const counts = useMemo(() => tried && countRows(tried.rows, decisions), [tried, decisions])
  const count = reading.rows.length
  const intro =
    file === undefined ? t('check.intro_pasted', { count }) : t('check.intro_file', { count, file })

  const saving = useMutation({
    mutationFn: () => saveImport(sentOf(rows, tried, decisions), on_existing),
    onSuccess: (answer) => {
      if (!tried || answer.import_id === null) return
      markUnsaved(false)
      void queryClient.invalidateQueries({ queryKey: organizationKey('people') })
      onSaved(answer.import_id, savedOf(answer, { reading, rows, tried, decisions, tag: given_tag }))
    },
    onError: (failure) => showFailure(errorText(failure, t('check.save_failed'))),
  })
  const change = (next: Reading) => {
    markUnsaved(true)
    setReading(next)
  }
  const decide = (row: number, decision: Decision) => {
    markUnsaved(true)
    setDecisions((before) => new Map(before).set(row, decision))
  }
  const isReady = tried !== undefined && !isFetching && !error && tag.trim() === given_tag
  const canSave = counts !== undefined && counts.adds + counts.changes > 0

  return (
    <div ref={focusTitleAfter}>
      <PageHead title={t('title')} intro={intro} />
      {!tried && !error && <SkeletonRows rows={8} />}
      {error && (
        <div className="mb-4">
          <ErrorText role="alert" text={errorText(error, t('check.failed'))} />
          <RetryButton onRetry={() => void refetch()} />
        </div>
      )}
      {tried && counts && (
        <>
          <Figures counts={counts} all={count} shown={shown} onShow={setShown} />
          {!reading.columns.some((kind) => kind === 'name' || kind === 'first_name') && (
            <ErrorText role="alert" className="mt-3" text={t('check.no_name')} />
          )}
          <CheckTable
            key={shown ?? 'all'}
            reading={reading}
            tried={tried}
            decisions={decisions}
            shown={shown}
            onColumn={(at, kind) => change({ ...reading, columns: chooseColumn(reading.columns, at, kind) })}
            onCell={(row, at, value) => change(withCell(reading, { row, at, value }))}
            onDecide={decide}
          />
          <CheckOptions {...{ on_existing, tag }} onExisting={setOnExisting} onTag={setTag} />
          <div className={stickyBarClass({ className: 'mt-3 gap-2' })}>
            <div className="flex-[1_1_200px]">
              <b>{t('check.summary', { adds: counts.adds, changes: counts.changes })}</b>{' '}
              <span aria-live="polite" className="text-ink-2">
                {isReady ? leftOut(counts, t) : t('check.checking')}
              </span>
            </div>
            <Button kind="quiet" onClick={() => leave(onBack)}>
              {t('check.back')}
            </Button>
            <Button
              aria-disabled={!isReady || !canSave}
              busy={saving.isPending && t('check.saving')}
              onClick={() => isReady && canSave && saving.mutate()}
            >
              {t('check.save', { adds: counts.adds, changes: counts.changes })}
            </Button>
          </div>
        </>
      )}
      {question}
    </div>
  )
}

function leftOut({ wrong, twice, chosen, undecided }: ReturnType<typeof countRows>, t: ImportText): string {
  const left_out = wrong + twice + chosen
  if (left_out > 0 && undecided > 0) return t('check.rest', { left_out, undecided })
  if (left_out > 0) return t('check.rest_left_out', { count: left_out })
  return undecided > 0 ? t('check.rest_undecided', { count: undecided }) : ''
}

function readRows({ rows, columns }: Reading, tag: string) {
  return rows.map((cells) => {
    const row = readRow(cells, columns)
    return tag === '' ? row : { ...row, tags: [...(row.tags ?? []), tag] }
  })
}

function withCell(reading: Reading, { row, at, value }: { row: number; at: number; value: string }): Reading {
  const rows = reading.rows.map((cells, index) => (index === row ? cells.with(at, value) : cells))
  return { ...reading, rows }
}

function sentOf(rows: ReturnType<typeof readRows>, tried: Tried | undefined, decisions: Decisions) {
  return tried ? rowsToSave(rows, tried, decisions).map(({ row }) => row) : []
}
