import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { languageNames } from '../../i18n/language.ts'
import { cardClass } from '../../ui/page/card.ts'
import { useGroups } from './group-names.ts'
import { useTagNames } from './tag-names.ts'
import { useText } from './texts.ts'

/** The form, as it was sent. */
export function WhatWasSent({ progress }: { progress: BroadcastProgress }) {
  const t = useText()
  const namesOf = useTagNames()
  const { form, text, created_by, created_by_name } = progress
  const groups = useGroups(
    form ?? { includePastShifts: false, includeCurrentShifts: false, includeUpcomingShifts: false },
  )
  if (!form) return null
  const isReminder = form.messageType === 'reminder'
  const type = isReminder ? (form.includeLink ? 'sent.reminder_link' : 'sent.reminder') : 'type.custom'
  const title = t(progress.state === 'sent' ? 'sent.title' : 'sent.title_planned')
  const statuses = form.statuses ?? ['CONFIRMED', 'INVITED']
  const facts: [string, string][] = [
    [t('sent.type'), t(type)],
    [t('sent.to'), statuses.map((status) => t(`status.${status}`)).join(', ')],
    [t('shifts'), groups],
    ...(form.tag_ids ? [[t('only_tags'), namesOf(form.tag_ids)] satisfies [string, string]] : []),
    [t('sent.by'), t(`channel.${form.communicationChannel}`)],
    [t('sent.language'), form.language ? languageNames[form.language] : t('language.own')],
    ...(created_by_name ? [[t('sent.sender'), created_by_name] satisfies [string, string]] : []),
  ]
  return (
    <>
      <section className={cardClass()} aria-label={title} title={created_by ?? undefined}>
        <h3 className="text-base/heading">{title}</h3>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-compact">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {text && (
        <p className="rounded-panel rounded-bl-segment border border-line bg-sunken px-4 py-3 text-compact/normal wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      )}
    </>
  )
}
