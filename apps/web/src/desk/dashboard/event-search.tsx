import type { Event } from '@muster/contract/events'
import { Combobox } from '../../ui/controls/combobox.tsx'

/** A chunk of its own: most organisations have few events. */
export default function EventSearch({
  label,
  events,
  value,
  textOf,
  onChange,
}: {
  label: string
  events: readonly Event[]
  value: Event
  textOf: (event: Event) => string
  onChange: (event_id: string) => void
}) {
  return (
    <Combobox
      label={label}
      hideLabel
      items={events}
      value={value}
      onChange={({ id }) => onChange(id)}
      keyOf={({ id }) => id}
      textOf={textOf}
      className="ml-2 w-44 text-base font-normal tablet:w-70"
    />
  )
}
