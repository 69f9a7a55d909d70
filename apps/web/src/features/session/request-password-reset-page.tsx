import { PageTitle } from '../../ui/page-title.tsx'

export default function RequestPasswordResetPage() {
  return <PageTitle title={'Reset password'} />
}
