import type { Language } from '@muster/contract/language'
import { dateFormat, lastOf, NO_BREAK } from '../../format/dates.ts'
import { locales } from '../../i18n/language.ts'
import '../../styles/certificate.css'
import { buildCertificateRows, type CertificateRow, type CertifiedShift } from './certificate-rows.ts'
import { certificateTexts } from './texts.ts'

type CertificateProps = {
  organization: string
  name: string
  language: Language
  /** Of all shifts. Undefined: they may be of several years. */
  year: number | undefined
  shifts: readonly CertifiedShift[]
  /** Day on which it is signed, by the clock of `time_zone`. */
  signed_at: string
  time_zone: string
}

/** D56: one sheet of paper, in the person's language. */
export function CertificateSheet(certificate: CertificateProps) {
  const { organization, name, language, year, shifts, signed_at, time_zone } = certificate
  const t = certificateTexts[language]
  const rows = buildCertificateRows(shifts)
  const minutes = rows.reduce((sum, row) => sum + row.minutes, 0)
  const count = shifts.filter(({ worked_minutes }) => worked_minutes > 0).length
  const events = new Set(rows.map(({ event }) => event.id)).size
  return (
    <article className="certificate" lang={language}>
      <p className="certificate-organization">{organization}</p>
      <div className="certificate-line" />
      <p className="certificate-kind">
        {year === undefined ? t('title') : t('title_of_year', { year: String(year) })}
      </p>
      <h2>{name}</h2>
      <p className="certificate-sentence">
        {t('has_given')} <b>{inWords(minutes, language)}</b>{' '}
        {t('to', {
          organization,
          shifts: t('shifts', { count }),
          events: t('events', { count: events }),
        })}
      </p>
      <table>
        <thead>
          <tr>
            <th>{t('day')}</th>
            <th>{t('task')}</th>
            <th>{t('event')}</th>
            <th>{t('time')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.event.id} ${row.start_dt}`}>
              <td>{daysOf(row, language, year)}</td>
              <td>{row.roles.join(', ')}</td>
              <td>{row.event.name}</td>
              <td>{inFigures(row.minutes, language)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>{t('total')}</td>
            <td>{inFigures(minutes, language)}</td>
          </tr>
        </tfoot>
      </table>
      <div className="certificate-signature">
        <p>{dateFormat(language, time_zone).date(signed_at)}</p>
        <p>{t('signature')}</p>
      </div>
    </article>
  )
}

/** "23 hours and 30 minutes" */
function inWords(minutes: number, language: Language): string {
  const unit = (name: 'hour' | 'minute', count: number) =>
    new Intl.NumberFormat(locales[language], { style: 'unit', unit: name, unitDisplay: 'long' }).format(count)
  const [hours, rest] = [unit('hour', Math.floor(minutes / 60)), unit('minute', minutes % 60)]
  if (minutes % 60 === 0) return hours
  return minutes < 60 ? rest : certificateTexts[language]('and', { hours, minutes: rest })
}

/** "7 h 30" */
function inFigures(minutes: number, language: Language): string {
  const t = certificateTexts[language]
  const given = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  if (given.minutes === 0) return t('hours', given)
  return given.hours === 0 ? t('minutes', given) : t('hours_and_minutes', given)
}

/** "27 November", "19–20 June", "30 June – 1 July", with the year unless the head names it. */
function daysOf(
  { start_dt, end_dt, event }: CertificateRow,
  language: Language,
  year: number | undefined,
): string {
  const format = dateFormat(language, event.time_zone)
  const end = lastOf(start_dt, end_dt)
  const dayOf = (iso: string) => `${format.dayNumber(iso)}${NO_BREAK}${format.month(iso)}`
  const tail = year === undefined ? `${NO_BREAK}${format.year(end)}` : ''
  if (format.isoDate(start_dt) === format.isoDate(end)) return `${dayOf(end)}${tail}`
  const isOneMonth = format.month(start_dt) === format.month(end)
  return isOneMonth
    ? `${format.dayNumber(start_dt)}–${dayOf(end)}${tail}`
    : `${dayOf(start_dt)} – ${dayOf(end)}${tail}`
}
