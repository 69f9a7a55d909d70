import { PageTitle } from '../../ui/page-title.tsx'

export default function EventsPage() {
  return <PageTitle title={'Events'} />
}
