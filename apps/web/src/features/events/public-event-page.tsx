import { PageTitle } from '../../ui/page-title.tsx'

export default function PublicEventPage({ event_id }: { event_id: string }) {
  return <PageTitle title={event_id} />
}
