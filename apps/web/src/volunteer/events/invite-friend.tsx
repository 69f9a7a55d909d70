import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { useInviteText } from './invite-texts.ts'
import type { Shared } from './share-actions.ts'
import { useShare } from './use-share.tsx'

export default function InviteFriend({ event }: { event: Shared }) {
  const t = useInviteText()
  const { share, isCopied, code } = useShare(event, t('copied'))
  return (
    <>
      <Button kind="line" size="tall" className="w-full print:hidden" onClick={() => void share(true)}>
        <Icon name={isCopied ? 'check' : 'share'} />
        {t(isCopied ? 'copied' : 'invite')}
      </Button>
      {code}
    </>
  )
}
