import type { UndoneImport } from '@muster/contract/imports'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../../api/api-error.ts'
import { organizationKey } from '../../../api/organization-key.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { DoneSign } from '../../../ui/feedback/done-sign.tsx'
import { showFailure } from '../../../ui/overlays/failure-dialog.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { focusTitleAfter } from '../../../ui/page/page-title.tsx'
import { saveFile } from '../../../ui/page/save-file.ts'
import { undoImport } from './api.ts'
import type { Reading } from './columns.ts'
import type { Saved } from './saved.ts'
import { useText } from './texts.ts'
import { writeSheet } from './write-sheet.ts'

type DoneProps = {
  import_id: string
  /** Undefined after a reload. */
  saved: Saved | undefined
  onMend: (left_out: Reading) => void
  onMore: () => void
}

export function DoneStep({ import_id, saved, onMend, onMore }: DoneProps) {
  const t = useText()
  const [undone, setUndone] = useState<UndoneImport['kept']>()
  const undo = useMutation({
    mutationFn: () => undoImport(import_id),
    onSuccess: ({ kept }) => {
      setUndone(kept)
      void queryClient.invalidateQueries({ queryKey: organizationKey('people') })
    },
    onError: (failure) => showFailure(errorText(failure, t('done.undo_failed'))),
  })
  return (
    <div ref={focusTitleAfter}>
      <PageHead title={t('title')} />
      <section className={cardClass({ className: 'flex flex-wrap items-start gap-x-6 gap-y-4' })}>
        <div className="flex-none">
          <DoneSign />
        </div>
        <div className="min-w-0 flex-[1_1_200px]">
          {undone ? (
            <Undone kept={undone} names={saved?.names} />
          ) : (
            <>
              <h2>{saved ? t('done.title', saved.counts) : t('done.an_import')}</h2>
              <p className="mt-1 text-lead text-ink-2">
                {saved?.tag ? t('done.tagged', { tag: saved.tag }) : t('done.nobody')}
              </p>
              {saved && saved.left_out.rows.length > 0 && <LeftOut saved={saved} onMend={onMend} />}
            </>
          )}
          <div className="mt-5 flex flex-wrap gap-3">
            <Link className={buttonClass()} to={paths.people}>
              {t('done.to_people')}
            </Link>
            <Button kind="line" onClick={onMore}>
              {t('done.another')}
            </Button>
          </div>
        </div>
        {!undone && (
          <div className="import-undo">
            <Button kind="line" busy={undo.isPending && t('done.undoing')} onClick={() => undo.mutate()}>
              <Icon name="undo" size="small" />
              {t('done.undo')}
            </Button>
            {saved && <Until at={saved.until} />}
          </div>
        )}
      </section>
    </div>
  )
}

function Until({ at }: { at: string }) {
  const t = useText()
  const language = useLanguage()
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', hour: '2-digit', minute: '2-digit' })
  return (
    <p className="mt-1.5 text-hint text-ink-3">{t('done.until', { when: format.format(new Date(at)) })}</p>
  )
}

function LeftOut({ saved: { left_out, why }, onMend }: { saved: Saved; onMend: (reading: Reading) => void }) {
  const t = useText()
  const language = useLanguage()
  const reasons = (['undecided', 'wrong', 'twice', 'chosen'] as const).flatMap((reason) =>
    why[reason] > 0 ? t(`done.why_${reason}`, { count: why[reason] }) : [],
  )
  const download = async () => {
    const { headings, rows } = left_out
    saveFile(t('done.sheet_name'), await writeSheet(headings ? [headings, ...rows] : rows, language))
  }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 border-y border-line py-2.5">
      <p className="flex-[1_1_200px]">
        <b>{t('done.left_out', { count: left_out.rows.length })}</b>
        <span className="block text-meta text-ink-2">{reasons.join(', ')}</span>
      </p>
      <Button kind="line" onClick={() => void download()}>
        <Icon name="download" size="small" />
        {t('done.save_sheet')}
      </Button>
      <Button kind="line" onClick={() => onMend(left_out)}>
        {t('done.mend')}
      </Button>
    </div>
  )
}

const NAMED = 20

function Undone({
  kept,
  names,
}: {
  kept: UndoneImport['kept']
  names: ReadonlyMap<string, string> | undefined
}) {
  const t = useText()
  return (
    <>
      <h2>{t('done.undone')}</h2>
      <p className="mt-1 text-lead text-ink-2">
        {kept.length === 0 ? t('done.undone_all') : t('done.kept', { count: kept.length })}
      </p>
      <ul className="mt-2">
        {kept.slice(0, NAMED).map(({ id, reason }) => (
          <li key={id}>
            <b>{names?.get(id) ?? t('done.somebody')}</b>: {t(`kept.${reason}`)}
          </li>
        ))}
        {kept.length > NAMED && <li>{t('done.more_kept', { count: kept.length - NAMED })}</li>}
      </ul>
    </>
  )
}
