import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { eventsQuery } from '../api.ts'
import { lookAround } from './look-around.ts'
import { useText } from './texts.ts'

/** Leads back to the first event, until there is one. */
export default function FirstLink({ className, onFollow }: { className: string; onFollow?: () => void }) {
  const t = useText()
  const { data: events } = useQuery(eventsQuery())
  if (events?.length !== 0) return null
  return (
    <Link
      to={paths.shifts}
      className={className}
      onClick={() => {
        lookAround(null)
        onFollow?.()
      }}
    >
      {t('title')}
    </Link>
  )
}
