/* oxlint-disable jsx-a11y/control-has-associated-label -- empty cells are to write in */
import type { Event } from '@muster/contract/events'
import { formatPhone } from '@muster/contract/rules/phone'
import { type DateFormat, NO_BREAK, useDateFormat } from '../../../format/dates.ts'
import { fullName } from '../../../format/names.ts'
import type { ListedPerson, ListedShift, SignInSheet } from './build-lists.ts'
import { useText } from './texts.ts'

/** Lines to write on. */
const UNLISTED = ['first', 'second', 'third']

type SheetsProps = { event: Event; sheets: readonly SignInSheet[]; withPhones: boolean }

/** D56: each on a page of its own. The head of the table repeats on every page of a sheet. */
export function SignInSheets({ sheets, ...shown }: SheetsProps) {
  return sheets.map((sheet) => <Sheet key={`${sheet.role.id} ${sheet.day}`} sheet={sheet} {...shown} />)
}

type SheetProps = Omit<SheetsProps, 'sheets'> & { sheet: SignInSheet }

function Sheet({ event, sheet, withPhones }: SheetProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const columns = withPhones ? 6 : 5
  return (
    <table className="sign-in">
      <colgroup>
        <col />
        <col />
        {withPhones && <col className="sign-in-phone-column" />}
        <col className="sign-in-time-column" />
        <col className="sign-in-time-column" />
        <col />
      </colgroup>
      <thead>
        <tr>
          <td colSpan={columns}>
            <SheetHead event={event} sheet={sheet} format={format} />
          </td>
        </tr>
        <tr>
          <th scope="col">{t('here')}</th>
          <th scope="col">{t('name')}</th>
          {withPhones && <th scope="col">{t('phone')}</th>}
          <th scope="col">{t('in')}</th>
          <th scope="col">{t('out')}</th>
          <th scope="col">{t('signature')}</th>
        </tr>
      </thead>
      {sheet.shifts.map((shift) => (
        <tbody key={shift.id}>
          <tr className="sign-in-shift">
            <th scope="rowgroup" colSpan={columns}>
              {t('shift', {
                time: format.timeRange(shift.start_dt, shift.end_dt),
                people: t('people', { count: shift.people.length }),
              })}
            </th>
          </tr>
          {shift.people.map((person) => (
            <Line key={person.id} person={person} withPhones={withPhones} />
          ))}
        </tbody>
      ))}
      <tbody>
        <tr className="sign-in-shift">
          <th scope="rowgroup" colSpan={columns}>
            {t('unlisted')}
          </th>
        </tr>
        {UNLISTED.map((each) => (
          <tr key={each} className="sign-in-unlisted">
            <td>
              <Box />
            </td>
            <Blank withPhones={withPhones} name />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SheetHead({ event, sheet, format }: { event: Event; sheet: SignInSheet; format: DateFormat }) {
  const t = useText()
  const [first] = sheet.shifts
  if (!first) return null
  const contact = [event.contact_phone && formatPhone(event.contact_phone), event.contact_email]
    .filter(Boolean)
    .join(', ')
  const day = `${format.longDay(first.start_dt)}${NO_BREAK}${format.year(first.start_dt)}`
  return (
    <div className="sign-in-head">
      <h2>{sheet.role.name}</h2>
      <p className="sign-in-day">{`${day}, ${hoursOf(sheet.shifts, format)}`}</p>
      <p>{[event.name, event.location].filter(Boolean).join(' · ')}</p>
      {contact && <p>{t('questions', { contact })}</p>}
    </div>
  )
}

function hoursOf(shifts: readonly ListedShift[], format: DateFormat): string {
  const starts = shifts.map(({ start_dt }) => start_dt).toSorted()
  const ends = shifts.map(({ end_dt }) => end_dt).toSorted()
  return format.timeRange(starts.at(0) ?? '', ends.at(-1) ?? '')
}

function Line({ person, withPhones }: { person: ListedPerson; withPhones: boolean }) {
  const t = useText()
  return (
    <tr>
      <td>
        <Box />
      </td>
      <td>
        {person.state === 'confirmed' ? (
          <b>{fullName(person)}</b>
        ) : (
          <>
            {fullName(person)} <i>{t(`state.${person.state}`)}</i>
          </>
        )}
      </td>
      {withPhones && <td className="sign-in-phone">{person.phone && formatPhone(person.phone)}</td>}
      <Blank />
    </tr>
  )
}

/** Printers omit backgrounds, and draw borders. */
function Box() {
  return <span className="sign-in-box" />
}

function Blank({ withPhones = false, name = false }: { withPhones?: boolean; name?: boolean }) {
  return (
    <>
      {name && <td />}
      {withPhones && <td />}
      <td />
      <td />
      <td />
    </>
  )
}
