import '../../../styles/import.css'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { backLinkClass } from '../../../ui/page/back-link.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import { type Checking, CheckStep } from './check-step.tsx'
import { readColumns } from './columns.ts'
import { DoneStep } from './done-step.tsx'
import type { Sheet } from './read-sheet.ts'
import type { Saved } from './saved.ts'
import { IMPORT, StartStep } from './start-step.tsx'
import { useText } from './texts.ts'

export default function ImportPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const import_id = search.get(IMPORT)
  const [checking, setChecking] = useState<Checking>()
  const [saved, setSaved] = useState<Saved>()

  const show = (id: string | undefined, next: Checking | undefined) => {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (id === undefined) after.delete(IMPORT)
        else after.set(IMPORT, id)
        return after
      },
      { replace: true },
    )
    setChecking(next)
  }
  return (
    <>
      <Link to={paths.people} className={backLinkClass({ className: '-mt-4' })}>
        <Icon name="left" />
        {t('back_to_people')}
      </Link>
      {import_id !== null ? (
        <DoneStep
          key={import_id}
          import_id={import_id}
          saved={saved}
          onMend={(reading) => show(undefined, { reading, file: undefined })}
          onMore={() => show(undefined, undefined)}
        />
      ) : checking ? (
        <CheckStep
          checking={checking}
          onBack={() => setChecking(undefined)}
          onSaved={(id, done) => {
            setSaved(done)
            show(id, undefined)
          }}
        />
      ) : (
        <StartStep onRead={(sheet: Sheet, file) => setChecking({ reading: readColumns(sheet), file })} />
      )}
    </>
  )
}
