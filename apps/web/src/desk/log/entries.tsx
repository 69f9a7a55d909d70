import type { LogEntry } from '@muster/contract/log'
import { cityOfZone } from '@muster/contract/rules/zone'
import type { ReactNode } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { cardClass } from '../../ui/page/card.ts'
import { Disclosure } from '../../ui/page/disclosure.tsx'
import { PersonLink } from '../../ui/page/person-link.tsx'
import { type Deed, groupEntries } from './group-entries.ts'
import { useText } from './texts.ts'
import { type ChangeWords, useChanges } from './use-changes.ts'
import { useSentence } from './use-sentence.ts'

/** A heading for each day of the reader's zone. `hasMore`: the last deed may go on in entries that are not shown. */
export function Entries({
  entries,
  zone,
  hasMore,
}: {
  entries: readonly LogEntry[]
  zone: string
  hasMore: boolean
}) {
  const { isoDate, longDay, year } = useDateFormat(zone)
  return groupEntries(entries, isoDate).map(({ day, deeds }) => {
    const [{ id, at }] = deeds[0]
    return (
      <section key={day} aria-labelledby={`day-${id}`} className="grid gap-2">
        <h2 id={`day-${id}`} className="text-lead font-semibold">
          <time dateTime={day}>{`${longDay(at)} ${year(at)}`}</time>
        </h2>
        <ol className={cardClass({ padding: 'none', className: 'divide-y divide-line px-5 tablet:px-6' })}>
          {deeds.map((deed) => (
            <li key={deed[0].id} id={deed[0].id} tabIndex={-1} className="py-3">
              {deed.length === 1 ? (
                <Entry entry={deed[0]} zone={zone} />
              ) : (
                <ManyEntries deed={deed} zone={zone} isCut={hasMore && deed.at(-1) === entries.at(-1)} />
              )}
            </li>
          ))}
        </ol>
      </section>
    )
  })
}

/** Opens what one call did to many things. */
function ManyEntries({ deed, zone, isCut }: { deed: Deed; zone: string; isCut: boolean }) {
  const { sentenceOfMany } = useSentence()
  return (
    <AtTime at={deed[0].at} zone={zone}>
      <Disclosure summary={sentenceOfMany(deed, isCut ? `${deed.length}+` : `${deed.length}`)}>
        <ol className="mt-1 divide-y divide-line border-t border-line">
          {deed.map((entry) => (
            <li key={entry.id} className="py-2">
              <What entry={entry} zone={zone} />
            </li>
          ))}
        </ol>
      </Disclosure>
      <By entry={deed[0]} />
    </AtTime>
  )
}

function Entry({ entry, zone }: { entry: LogEntry; zone: string }) {
  return (
    <AtTime at={entry.at} zone={zone}>
      <What entry={entry} zone={zone} />
      <By entry={entry} />
    </AtTime>
  )
}

function AtTime({ at, zone, children }: { at: string; zone: string; children: ReactNode }) {
  const { time } = useDateFormat(zone)
  return (
    <div className="flex items-baseline gap-3">
      <time dateTime={at} className="w-12 flex-none text-ink-2 tabular-nums">
        {time(at)}
      </time>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

function What({ entry, zone }: { entry: LogEntry; zone: string }) {
  const t = useText()
  const changes = useChanges(zone)(entry)
  const zoneThere = entry.shift?.time_zone ?? entry.event?.time_zone
  const hasTimes = entry.shift || entry.fields.some((field) => /_(dt|at|start|end)$/.test(field))
  return (
    <>
      <Sentence entry={entry} />
      {changes.length > 0 && (
        <ul className="text-meta text-ink-2 tabular-nums">
          {changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </ul>
      )}
      {hasTimes && zoneThere && zoneThere !== zone && (
        <p className="text-hint text-ink-3">{t('in_zone', { place: cityOfZone(zoneThere) ?? zoneThere })}</p>
      )}
    </>
  )
}

/** Stands where the name is, which no text contains. */
const NAME = '\uE000'

/** The name of whom it is about leads to their page. */
function Sentence({ entry }: { entry: LogEntry }) {
  const { sentenceOf } = useSentence()
  const [person] = entry.people ?? []
  if (!person?.name) return <p>{sentenceOf(entry)}</p>
  const [before, after] = sentenceOf(entry, NAME).split(NAME)
  return (
    <p>
      <span>{before}</span>
      {after !== undefined && <PersonLink person_id={person.id}>{person.name}</PersonLink>}
      <span>{after}</span>
    </p>
  )
}

function Change({ change: { field, values } }: { change: ChangeWords }) {
  const t = useText()
  if (!values) return <li>{t('changed', { field })}</li>
  return (
    <li>
      {`${field}: ${values.before} `}
      <span aria-hidden>→</span> <span className="sr-only">{t('to_value')}</span>
      {` ${values.after}`}
    </li>
  )
}

function By({ entry: { actor } }: { entry: LogEntry }) {
  if (actor.email === null || actor.email === actor.name) return null
  return <p className="text-meta text-ink-3">{actor.email}</p>
}
