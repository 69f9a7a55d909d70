import type { PersonPage } from '@muster/contract/people'
import { isOver } from '@muster/contract/rules/shift-phase'
import { Link } from 'react-router'
import { useNow } from '../../live/use-now.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { MergeIcon, TrashIcon } from '../../ui/page/people-icons.tsx'
import { useExportPerson } from '../people/use-export-person.ts'
import { Card } from './card.tsx'
import { useText } from './texts.ts'

const ids = { merge: 'merge-person', erase: 'erase-person' }

type Act = ((from: string) => void) | undefined

/** Papers, and D33. The functions get the id of the button, to which the focus returns. */
export function DataCard({ person, onMerge, onErase }: { person: PersonPage; onMerge: Act; onErase: Act }) {
  const t = useText()
  const now = useNow()
  const download = useExportPerson()
  const name = person.first_name
  const hasWorked = person.shifts.some(
    (shift) => isOver(shift, now) && shift.assignment.some(({ status }) => status === 'CONFIRMED'),
  )
  return (
    <Card title={t('data')}>
      <ul className="-ml-3 grid justify-items-start">
        {hasWorked && (
          <li>
            <Link
              className={buttonClass({ kind: 'quiet', className: 'text-left' })}
              to={paths.certificates({ person_id: person.id })}
            >
              <Icon name="award" size="medium" />
              {t('certificate')}
            </Link>
          </li>
        )}
        {onMerge && (
          <li>
            <Button id={ids.merge} kind="quiet" className="text-left" onClick={() => onMerge(ids.merge)}>
              <MergeIcon small />
              {t('merge')}
            </Button>
          </li>
        )}
        <li>
          <Button kind="quiet" className="text-left" onClick={() => void download(person)}>
            <Icon name="download" size="medium" />
            {t('export', { name })}
          </Button>
        </li>
        {onErase && (
          <li>
            <Button
              id={ids.erase}
              kind="quiet"
              className="text-left text-miss!"
              onClick={() => onErase(ids.erase)}
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
