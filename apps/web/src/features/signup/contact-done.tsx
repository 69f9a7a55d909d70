import { useEffect, useRef } from 'react'
import { config } from '../../config.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { Icon } from '../../ui/page/icon.tsx'
import type { SignedUpState } from './signup-state.ts'
import { useText } from './texts.ts'

export function ContactDone({
  answer: { signed_up },
  role,
  person: { first_name, email },
  isKept,
}: Omit<SignedUpState, 'status'> & { role: { name: string } }) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={cardClass({ className: 'mt-8' })}>
      <h2 ref={heading} tabIndex={-1}>
        {t(isKept ? 'done.kept_title' : 'done.title', { name: first_name })}
      </h2>
      <p className="mt-2 mb-5 text-ink-2">{t(isKept ? 'done.kept' : 'done.mail', { email })}</p>
      {signed_up.map(({ assignment_id, calendar_url }) => (
        <a
          key={assignment_id}
          className={buttonClass({ size: 'big' })}
          href={new URL(calendar_url, config.publicOrigin || location.origin).href}
          download={`${role.name}.ics`}
        >
          <Icon name="calendar" />
          {t('done.calendar')}
        </a>
      ))}
    </section>
  )
}
