import type { Consequences as Heard } from '@muster/contract/shifts'
import type { ReactNode } from 'react'
import { Checkbox } from '../controls/checkbox.tsx'
import { StateSign } from '../feedback/state-bar.tsx'
import { Icon } from '../page/icon.tsx'
import { useText } from './texts.ts'

type Group = Heard['people']['confirmed']

/**
 * What every act that tells somebody says before it is done (D21): who is asked, who is told and who hears nothing.
 * `of`: what the server would do if they are told; undefined until it has said so.
 */
export function Consequences({
  of,
  tells,
  isMove = false,
  className = '',
  children,
}: {
  of: Heard | undefined
  tells: boolean
  /** People get a new time. */
  isMove?: boolean
  className?: string
  /** Further lines, such as clashes. */
  children?: ReactNode
}) {
  if (!of) return null
  return (
    <ul
      className={`grid gap-1 rounded-control bg-sunken px-4 py-2.5 text-compact empty:hidden ${className}`}
      aria-live="polite"
    >
      <Lines of={tells ? of : silenced(of)} isMove={isMove} />
      {children}
    </ul>
  )
}

/** The tick that belongs to `Consequences`: whether people are told, and by what. */
export function TellTick({
  of,
  tells,
  onTells,
}: {
  of: Heard | undefined
  tells: boolean
  onTells: (tells: boolean) => void
}) {
  const t = useText()
  const words = useTellWords(of)
  if (of && of.emails + of.sms === 0) return <p className="text-ink-2">{t('nobody')}</p>
  return (
    <Checkbox
      label={words}
      checked={tells}
      onChange={({ currentTarget }) => onTells(currentTarget.checked)}
    />
  )
}

function useTellWords(of: Heard | undefined): string {
  const t = useText()
  if (!of) return t('tell')
  const { emails, sms } = of
  if (sms === 0) return t('tell_email')
  if (emails === 0) return t('tell_sms')
  return t('tell_both', { emails: t('emails', { count: emails }), sms: t('sms', { count: sms }) })
}

function Lines({ of: { people, texted_lately }, isMove }: { of: Heard; isMove: boolean }) {
  const t = useText()
  const { confirmed, expired, not_asked, waiting } = people
  const asked = together(people.asked, expired)
  const told = isMove ? 'new_time' : 'told'
  const lines = [
    { kind: 'confirmed', count: confirmed.question, hear: 'question' },
    { kind: 'confirmed', count: confirmed.notice, hear: told },
    { kind: 'asked', count: asked.notice, hear: told, expired: expired.notice },
    { kind: 'waiting', count: waiting.notice, hear: told },
    { kind: 'confirmed', count: confirmed.nothing, hear: 'nothing' },
    { kind: 'asked', count: asked.nothing, hear: 'nothing' },
    { kind: 'not_asked', count: not_asked.nothing, hear: 'nothing' },
    { kind: 'waiting', count: waiting.nothing, hear: 'nothing' },
  ] as const
  return (
    <>
      {lines
        .filter(({ count }) => count > 0)
        .map(({ kind, count, hear, ...line }) => (
          <Line key={`${kind} ${hear}`} kind={kind}>
            <b>{t(kind, { count })}</b> {t(hear, { count })}
            {'expired' in line && line.expired > 0 && ` ${t('of_them_expired', { count: line.expired })}`}
          </Line>
        ))}
      {texted_lately > 0 && <Line kind="texted">{t('texted', { count: texted_lately })}</Line>}
    </>
  )
}

const icons = { waiting: 'people', texted: 'phone', clash: 'alert' } as const

/** A line of the list, with its sign. */
export function Line({
  kind,
  children,
}: {
  kind: 'confirmed' | 'asked' | 'not_asked' | keyof typeof icons
  children: ReactNode
}) {
  return (
    <li className="flex gap-3">
      <span className="grid h-6 w-4 flex-none place-items-center">
        {kind === 'waiting' || kind === 'texted' || kind === 'clash' ? (
          <Icon name={icons[kind]} size="small" className={kind === 'clash' ? 'text-miss' : 'text-ink-3'} />
        ) : (
          <StateSign kind={kind} />
        )}
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  )
}

const countOf = ({ question, notice, nothing }: Group) => question + notice + nothing

const together = (a: Group, b: Group): Group => ({
  question: a.question + b.question,
  notice: a.notice + b.notice,
  nothing: a.nothing + b.nothing,
})

const silent = (group: Group): Group => ({ question: 0, notice: 0, nothing: countOf(group) })

/** The same people, of whom nobody hears anything. */
function silenced({ people, ...rest }: Heard): Heard {
  return {
    ...rest,
    texted_lately: 0,
    people: {
      confirmed: silent(people.confirmed),
      asked: silent(people.asked),
      expired: silent(people.expired),
      not_asked: silent(people.not_asked),
      waiting: silent(people.waiting),
    },
  }
}
