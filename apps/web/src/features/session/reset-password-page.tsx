import { PageTitle } from '../../ui/page-title.tsx'

export default function ResetPasswordPage() {
  return <PageTitle title={'Reset password'} />
}
