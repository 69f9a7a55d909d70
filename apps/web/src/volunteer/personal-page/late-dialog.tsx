import type { OrganizerContact } from '@muster/contract/organizations'
import { mailtoOf } from '@muster/contract/rules/mailto'
import { useDateFormat } from '../../format/dates.ts'
import { phoneAddress } from '../../format/phone-address.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { ShiftDialog } from './cancel-dialog.tsx'
import type { OpenShift } from './own-shifts.ts'
import { useText } from './texts.ts'

type LateDialogProps = {
  shift: OpenShift
  timeZone: string
  organization: string
  contact: OrganizerContact
  onClose: () => void
}

/** D39: after the cut-off, the volunteer has to contact the organiser. */
export function LateDialog({ shift, timeZone, organization, contact, onClose }: LateDialogProps) {
  const t = useText()
  const format = useDateFormat(timeZone)
  return (
    <ShiftDialog title={t('late.title')} shift={shift} timeZone={timeZone} onClose={onClose}>
      <p>{t(shift.cancel_until === null ? 'late.never' : 'late.text', { organization })}</p>
      <div className="grid gap-3">
        <Ways shift={shift} when={format.day(shift.start_dt)} contact={contact} />
        <Button kind="quiet" size="tall" onClick={onClose}>
          {t('cancel.keep')}
        </Button>
        <p className="text-center text-hint text-ink-3">{t('late.counted')}</p>
      </div>
    </ShiftDialog>
  )
}

function Ways({
  shift,
  when,
  contact: { phone, email },
}: {
  shift: OpenShift
  when: string
  contact: OrganizerContact
}) {
  const t = useText()
  const message = encodeURIComponent(t('late.message', { role: shift.role.name, day: when }))
  const other = buttonClass({ kind: 'line', size: 'tall' })
  return (
    <>
      {phone !== null && (
        <>
          <a className={buttonClass({ size: 'big' })} href={phoneAddress('tel', phone)}>
            <Icon name="phone" />
            {t('late.call', { phone })}
          </a>
          {/* iPhones read the text after "&", others after "?". */}
          <a className={other} href={`${phoneAddress('sms', phone)}?&body=${message}`}>
            <Icon name="send" />
            {t('late.sms')}
          </a>
        </>
      )}
      {email !== null && (
        <a
          className={phone === null ? buttonClass({ size: 'big' }) : other}
          href={`${mailtoOf(email)}?subject=${message}`}
        >
          {t('late.mail', { email })}
        </a>
      )}
    </>
  )
}
