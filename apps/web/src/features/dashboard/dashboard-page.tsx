import { PageTitle } from '../../ui/page-title.tsx'

export default function DashboardPage() {
  return <PageTitle title={'Shifts'} />
}
