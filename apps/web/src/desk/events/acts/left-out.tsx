import type { CopiedEvent } from '@muster/contract/events'
import { groupBy } from '@muster/contract/rules/group-by'
import { useRef } from 'react'
import { fullName } from '../../../format/names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useActText } from './texts.ts'

/** Names those whom the copy did not pick, because they have another shift then (D47). */
export function LeftOut({ copy, onClose }: { copy: CopiedEvent; onClose: () => void }) {
  const t = useActText()
  const close = useRef<HTMLButtonElement>(null)
  const people = [...groupBy(copy.left_out, ({ person_id }) => person_id).values()]
  return (
    <Dialog
      title={t('left_out.title', { name: copy.name })}
      initialFocus={close}
      onClose={onClose}
      footer={
        <Button ref={close} onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <p>{t('left_out.text', { count: people.length })}</p>
      <ul className="mt-3 grid gap-1">
        {people.map(([first, ...more]) =>
          first ? (
            <li key={first.person_id}>
              <b>{fullName(first)}</b>{' '}
              <span className="text-ink-2">{t('left_out.shifts', { count: more.length + 1 })}</span>
            </li>
          ) : null,
        )}
      </ul>
    </Dialog>
  )
}
