import { listTimeZones, zoneInWords } from '../../format/time-zones.ts'
import { Combobox } from './combobox.tsx'

export function ZoneCombobox({
  label,
  value,
  onChange,
}: {
  label: string
  /** The name of a time zone, such as `Europe/Stockholm`. */
  value: string
  onChange: (zone: string) => void
}) {
  return (
    <Combobox
      label={label}
      items={listTimeZones(value)}
      value={value}
      onChange={onChange}
      keyOf={(zone) => zone}
      textOf={zoneInWords}
    />
  )
}
