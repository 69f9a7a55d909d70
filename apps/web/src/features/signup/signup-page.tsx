import { PageTitle } from '../../ui/page-title.tsx'

export default function SignupPage({ shift_id }: { event_id: string; shift_id: string }) {
  return <PageTitle title={shift_id} />
}
