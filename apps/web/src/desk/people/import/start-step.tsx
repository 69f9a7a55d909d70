import { LIMITS } from '@muster/contract/rules/text'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useDateFormat } from '../../../format/dates.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { controlClass } from '../../../ui/controls/field.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { focusTitleAfter } from '../../../ui/page/page-title.tsx'
import { saveFile } from '../../../ui/page/save-file.ts'
import { stickyBarClass } from '../../../ui/page/sticky-bar.ts'
import { textLinkClass } from '../../../ui/page/text-link.ts'
import { useOrganization } from '../../organizations/use-organization.ts'
import { undoableImportsQuery } from './api.ts'
import { readColumns } from './columns.ts'
import { readFile, readText, type Sheet, UnreadableSheet } from './read-sheet.ts'
import { useText } from './texts.ts'
import { writeSheet } from './write-sheet.ts'

/** The import is named in the address, so that it can be undone after a reload too. */
export const IMPORT = 'import'

type StartProps = { onRead: (sheet: Sheet, file: string | undefined) => void }

export function StartStep({ onRead }: StartProps) {
  const t = useText()
  const id = useId()
  const [text, setText] = useState('')
  const pasted = usePasted(text)
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <div ref={focusTitleAfter}>
      <PageHead title={t('title')} intro={t('intro')} />
      <div className="import-start">
        <section className={cardClass()} aria-labelledby={`${id}-paste`}>
          <h2 id={`${id}-paste`}>{t('paste.title')}</h2>
          <p className="mt-1 text-meta text-ink-2">{t('paste.help')}</p>
          <textarea
            ref={box}
            aria-label={t('paste.label')}
            spellCheck={false}
            className={controlClass({
              className: 'import-paste mt-3',
            })}
            value={text}
            onChange={(change) => setText(change.target.value)}
          />
        </section>
        <FileCard onRead={onRead} />
      </div>
      <dl className="import-know">
        {(['columns', 'contact', 'nobody'] as const).map((what) => (
          <div key={what}>
            <dt className="font-semibold">{t(`know.${what}`)}</dt>
            <dd className="text-ink-2">{t(`know.${what}_more`)}</dd>
          </div>
        ))}
      </dl>
      <Undoable />
      {pasted && pasted.length > 0 && (
        <PastedBar
          sheet={pasted}
          onClear={() => {
            setText('')
            box.current?.focus()
          }}
          onCheck={(sheet) => onRead(sheet, undefined)}
        />
      )}
    </div>
  )
}

/** Below all, so that nothing moves when they are read. */
function Undoable() {
  const t = useText()
  const format = useDateFormat(useOrganization()?.time_zone ?? 'UTC')
  const { data: imports = [] } = useQuery(undoableImportsQuery())
  if (imports.length === 0) return null
  return (
    <section className="mt-8">
      <h2>{t('undoable.title')}</h2>
      <ul className={cardClass({ padding: 'none', className: 'mt-3 divide-y divide-line px-5' })}>
        {imports.map(({ id, created_at, people }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-4">
            <span>
              {format.day(created_at)} {format.time(created_at)}
            </span>
            <span className="text-ink-2">{t('undoable.people', { count: people })}</span>
            <Link to={`?${new URLSearchParams({ [IMPORT]: id })}`} className={`${textLinkClass} ml-auto`}>
              {t('undoable.open')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PastedBar({
  sheet,
  onClear,
  onCheck,
}: {
  sheet: Sheet
  onClear: () => void
  onCheck: (sheet: Sheet) => void
}) {
  const t = useText()
  const { rows, headings } = readColumns(sheet)
  const isTooLong = rows.length > LIMITS.import_rows
  return (
    <div className={stickyBarClass({ className: 'gap-2' })}>
      <p className="flex-[1_1_200px]">
        <b>{t('paste.rows', { count: rows.length })}</b>{' '}
        {headings && <span className="text-ink-2">{t('paste.headings')}</span>}
        {isTooLong && <ErrorText role="alert" text={t('file.too_many', { count: rows.length })} />}
      </p>
      <Button kind="quiet" onClick={onClear}>
        {t('paste.clear')}
      </Button>
      {rows.length > 0 && !isTooLong && (
        <Button onClick={() => onCheck(sheet)}>{t('paste.check', { count: rows.length })}</Button>
      )}
    </div>
  )
}

/** Undefined until the text is read. */
function usePasted(text: string): Sheet | undefined {
  const [read, setRead] = useState<{ text: string; sheet: Sheet }>()
  useEffect(() => {
    let isLatest = true
    void readText(text).then((sheet) => {
      if (isLatest) setRead({ text, sheet })
    })
    return () => {
      isLatest = false
    }
  }, [text])
  return read?.text === text ? read.sheet : undefined
}

type Problem = { reason: 'old_excel' | 'unreadable' | 'no_rows' } | { reason: 'too_many'; count: number }

function FileCard({ onRead }: StartProps) {
  const t = useText()
  const language = useLanguage()
  const id = useId()
  const [problem, setProblem] = useState<Problem>()
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const take = async (file: File | undefined) => {
    if (!file) return
    const found = await readProblem(file, (sheet) => onRead(sheet, file.name))
    setProblem(found)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void take(target.files?.[0])
    // The same file can be chosen again once it is corrected.
    target.value = ''
  }
  return (
    <section className={cardClass()} aria-labelledby={id}>
      <h2 id={id}>{t('file.title')}</h2>
      <p className="mt-1 text-meta text-ink-2">{t('file.help')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same */}
      <div
        className="import-drop"
        data-over={isOver ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Icon name="sheet" size="large" className="text-ink-3" />
        <p>
          <b>{t('file.drop')}</b>
          <br />
          <span className="text-meta text-ink-2">{t('file.read_here')}</span>
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={choose}
        />
        <Button kind="line" onClick={() => input.current?.click()}>
          {t('file.choose')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            const kinds = [
              'first_name',
              'last_name',
              'email',
              'phone',
              'child_team',
              'notes',
              'tags',
            ] as const
            void writeSheet([kinds.map((kind) => t(`kind.${kind}`))], language).then((file) =>
              saveFile(t('file.empty_sheet_name'), file),
            )
          }}
        >
          <Icon name="download" size="small" />
          {t('file.empty_sheet')}
        </Button>
        {problem && (
          <ErrorText
            role="alert"
            text={
              problem.reason === 'too_many'
                ? t('file.too_many', { count: problem.count })
                : t(`file.${problem.reason}`)
            }
          />
        )}
      </div>
    </section>
  )
}

async function readProblem(file: File, onRead: (sheet: Sheet) => void): Promise<Problem | undefined> {
  try {
    const sheet = await readFile(file)
    const { rows } = readColumns(sheet)
    if (rows.length === 0) return { reason: 'no_rows' }
    if (rows.length > LIMITS.import_rows) return { reason: 'too_many', count: rows.length }
    onRead(sheet)
    return undefined
  } catch (error) {
    return { reason: error instanceof UnreadableSheet ? error.reason : 'unreadable' }
  }
}
