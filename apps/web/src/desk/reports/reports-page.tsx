import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { cardClass } from '../../ui/page/card.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import '../../styles/reports.css'
import { RunningSchedule } from './running-schedule.tsx'
import { allEvents, ScheduleChooser } from './schedule-chooser.tsx'
import { useText } from './texts.ts'

export default function ReportsPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const isOpen = search.get('report') === 'schedule'
  const event = isOpen ? search.get('event') : null
  const [shown, setShown] = useState<string>()
  // The chooser preselects the report that was just viewed.
  if (event && event !== shown) setShown(event)
  useFocusHeading(`${isOpen} ${event}`)

  if (!isOpen) return <ReportCards />
  return event ? (
    <RunningSchedule key={event} event_id={event === allEvents ? undefined : event} />
  ) : (
    <ScheduleChooser shown={shown} onGenerate={(chosen) => void navigate(paths.schedule(chosen))} />
  )
}

function ReportCards() {
  const t = useText()
  const mayRead = useMay('read')
  return (
    <>
      <PageHead title={t('title')} intro={t('intro')} />
      <ul className="grid grid-cols-fill-85 gap-6">
        <ReportCard to={paths.scheduleChooser} title={t('schedule.title')} text={t('schedule.description')} />
        <ReportCard to={paths.lists} title={t('lists.title')} text={t('lists.description')} />
        {mayRead && <ReportCard to={paths.hours} title={t('hours.title')} text={t('hours.description')} />}
      </ul>
    </>
  )
}

function ReportCard({ to, title, text }: { to: string; title: string; text: string }) {
  return (
    <li>
      <Link
        to={to}
        className={cardClass({
          className:
            'group block h-full text-ink no-underline transition-[border-color] hover:border-primary',
        })}
      >
        <h2 className="group-hover:text-primary">{title}</h2>
        <p className="mt-2 text-ink-2">{text}</p>
      </Link>
    </li>
  )
}

/** Focuses the heading, as a change of page does. */
function useFocusHeading(step: string): void {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    document.querySelector('h1')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [step])
}
