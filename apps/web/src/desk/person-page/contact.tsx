import type { Event } from '@muster/contract/events'
import type { PersonPage } from '@muster/contract/people'
import { mailtoOf } from '@muster/contract/rules/mailto'
import { formatPhone } from '@muster/contract/rules/phone'
import type { ReactNode } from 'react'
import { languageNames } from '../../i18n/language.ts'
import { Button, IconButton, iconButtonClass } from '../../ui/controls/button.tsx'
import { EmailText } from '../../ui/page/email-text.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { MailIcon, MessageIcon } from '../../ui/page/people-icons.tsx'
import { MailBounced } from '../people/mail-bounced.tsx'
import { useIsLandline } from '../people/use-is-landline.ts'
import { Card } from './card.tsx'
import { LinkActs, useLinked } from './personal-link.tsx'
import { useText } from './texts.ts'

const ids = { edit: 'edit-person', sms: 'write-sms' }

/** How they are reached. The functions get the id of the button, to which the focus returns. */
export function Contact({
  person,
  events,
  mayPlan,
  onEdit,
  onWrite,
}: {
  person: PersonPage
  events: readonly Event[]
  mayPlan: boolean
  onEdit: ((from: string) => void) | undefined
  onWrite: ((from: string) => void) | undefined
}) {
  const t = useText()
  const { phone, email, language, first_name: name } = person
  const isLandline = useIsLandline(phone !== null)
  const linked = useLinked(person, events)
  const getsNoSms = phone !== null && isLandline?.(phone) === true
  return (
    <Card
      title={t('contact')}
      side={
        onEdit && (
          <Button id={ids.edit} kind="quiet" className="-mr-3" onClick={() => onEdit(ids.edit)}>
            {t('edit')}
          </Button>
        )
      }
    >
      <dl className="grid divide-y divide-line">
        <Row
          label={t('phone')}
          acts={
            phone && (
              <>
                <a
                  href={`tel:${phone}`}
                  aria-label={t('call', { name })}
                  className={iconButtonClass({ className: 'text-primary' })}
                >
                  <Icon name="phone" />
                </a>
                {onWrite && !getsNoSms && (
                  <IconButton
                    id={ids.sms}
                    label={t('write_sms', { name })}
                    className="text-primary"
                    onClick={() => onWrite(ids.sms)}
                  >
                    <MessageIcon />
                  </IconButton>
                )}
              </>
            )
          }
        >
          {phone ? formatPhone(phone) : t('none')}
          {getsNoSms && <small className="block text-hint text-wait">{t('landline')}</small>}
        </Row>
        <Row
          label={t('email')}
          acts={
            email && (
              <a
                href={mailtoOf(email)}
                aria-label={t('write_email', { name })}
                className={iconButtonClass({ className: 'text-primary' })}
              >
                <MailIcon />
              </a>
            )
          }
        >
          {email ? <EmailText email={email} /> : t(getsNoSms ? 'unreachable' : 'only_sms')}
          {person.email_bounced && <MailBounced person={person} />}
        </Row>
        <Row label={t('language')}>{language ? languageNames[language] : t('language_default')}</Row>
        {mayPlan &&
          linked.map((each) => (
            <Row key={each.event.id} label={t('personal_link')} acts={<LinkActs {...each} />}>
              {each.event.name}
            </Row>
          ))}
      </dl>
    </Card>
  )
}

function Row({ label, acts, children }: { label: string; acts?: ReactNode; children: ReactNode }) {
  return (
    <div className="py-1.5 leading-snug">
      <dt className="text-hint text-ink-3">{label}</dt>
      <dd className="flex min-h-7 items-center gap-1">
        <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
        {acts && <span className="-mt-4 -mr-3 flex flex-none">{acts}</span>}
      </dd>
    </div>
  )
}
