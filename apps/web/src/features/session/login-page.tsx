import { PageTitle } from '../../ui/page-title.tsx'

export default function LoginPage() {
  return <PageTitle title={'Sign in'} />
}
