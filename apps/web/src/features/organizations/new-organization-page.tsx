import { PageTitle } from '../../ui/page-title.tsx'

export default function NewOrganizationPage() {
  return <PageTitle title={'New organisation'} />
}
