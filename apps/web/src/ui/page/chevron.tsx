import { Icon } from './icon.tsx'

export function Chevron() {
  return (
    <Icon
      name="down"
      className="text-ink-3 transition-[rotate] in-aria-expanded:rotate-180 in-aria-expanded:text-ink"
    />
  )
}
