import type { PersonPage } from '@muster/contract/people'
import { Linkified } from '../../ui/page/linkified.tsx'
import { Card } from './card.tsx'
import { useText } from './texts.ts'

export function Notes({ person: { notes } }: { person: PersonPage }) {
  const t = useText()
  return (
    <Card title={t('notes')}>
      {notes ? (
        <p className="whitespace-pre-line wrap-anywhere">
          <Linkified text={notes} />
        </p>
      ) : (
        <p className="text-compact text-ink-3">{t('no_notes')}</p>
      )}
    </Card>
  )
}
