import { PageTitle } from '../../ui/page-title.tsx'

export default function ConfirmationPage({ token }: { token: string }) {
  return <PageTitle title={token} />
}
