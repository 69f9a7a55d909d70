import { fullName } from '../../format/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Avatar } from '../../ui/page/avatar.tsx'
import { cardClass } from '../../ui/page/card.ts'
import type { RememberedPerson as Person } from '../events/public/remembered.ts'
import { useText } from './texts.ts'

type RememberedPersonProps = { person: Person; onChange: () => void; onForget: () => void }

/** D45 */
export function RememberedPerson({ person, onChange, onForget }: RememberedPersonProps) {
  const t = useText()
  return (
    <div>
      <div className={cardClass({ padding: 'none', className: 'flex items-start gap-3.5 py-4 pr-2 pl-5' })}>
        <Avatar name={fullName(person)} size="large" />
        <div className="min-w-0 flex-1 wrap-anywhere" translate="no">
          <p className="text-lead/tight font-semibold">{fullName(person)}</p>
          <p className="text-compact text-ink-2">{person.email}</p>
          <p className="text-compact text-ink-2 tabular-nums">{person.phone}</p>
        </div>
        <Button kind="quiet" onClick={onChange}>
          {t('change')}
        </Button>
      </div>
      <p className="mt-1 flex flex-wrap items-center px-1.5 text-meta text-ink-3">
        {t('remembered')}
        <Button kind="quiet" onClick={onForget}>
          {t('not_you')}
        </Button>
      </p>
    </div>
  )
}
