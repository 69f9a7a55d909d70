import type { PersonPage } from '@muster/contract/people'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { TrashIcon } from '../people/people-icons.tsx'
import { useExportPerson } from '../people/use-export-person.ts'
import { Card } from './card.tsx'
import { useText } from './texts.ts'

const eraseId = 'erase-person'

/** D33 */
export function DataCard({
  person,
  onErase,
}: {
  person: PersonPage
  onErase: ((from: string) => void) | undefined
}) {
  const t = useText()
  const download = useExportPerson()
  const name = person.first_name
  return (
    <Card title={t('data')}>
      <ul className="-ml-3 grid justify-items-start">
        <li>
          <Button kind="quiet" className="text-left" onClick={() => void download(person)}>
            <Icon name="download" size="small" />
            {t('export', { name })}
          </Button>
        </li>
        {onErase && (
          <li>
            <Button
              id={eraseId}
              kind="quiet"
              className="text-left text-miss!"
              onClick={() => onErase(eraseId)}
            >
              <TrashIcon small />
              {t('erase', { name })}
            </Button>
          </li>
        )}
      </ul>
    </Card>
  )
}
