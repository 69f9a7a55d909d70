import { Icon } from '../page/icon.tsx'

export function DoneSign() {
  return (
    <span className="mb-4 grid size-16 place-items-center rounded-full bg-ok-soft text-ok">
      <Icon name="check" size="large" className="animate-draw [stroke-dasharray:24]" />
    </span>
  )
}
