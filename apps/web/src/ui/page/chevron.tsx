import { Icon } from './icon.tsx'

/** In a button that opens something: it points down, and up while that is open. */
export function Chevron() {
  return (
    <Icon
      name="down"
      className="text-ink-3 transition-[rotate] in-aria-expanded:rotate-180 in-aria-expanded:text-ink"
    />
  )
}
