import { useQuery } from '@tanstack/react-query'
import { type NoticeTarget, noticesQuery } from '../../api/notices-query.ts'
import { Consequences, TellTick } from './consequences.tsx'

/** `Consequences` of a change or removal that is no batch of shifts, with the tick. */
export function Notices({
  target,
  tells,
  onTells,
  isMove = false,
  className = '',
}: {
  target: NoticeTarget
  tells: boolean
  onTells: (tells: boolean) => void
  isMove?: boolean
  className?: string
}) {
  const { data } = useQuery(noticesQuery(target))
  return (
    <div className={className}>
      <Consequences of={data} tells={tells} isMove={isMove} />
      <TellTick of={data} tells={tells} onTells={onTells} />
    </div>
  )
}
