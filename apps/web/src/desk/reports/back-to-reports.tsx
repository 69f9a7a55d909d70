import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { backLinkClass } from '../../ui/page/back-link.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

export function BackToReports() {
  const t = useText()
  return (
    <Link to={paths.reports} className={backLinkClass({ className: '-mt-4 print:hidden' })}>
      <Icon name="left" />
      {t('back')}
    </Link>
  )
}
