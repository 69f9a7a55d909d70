import type { ComponentProps } from 'react'
import '../../styles/filters.css'
import { SelectBox } from './native-select.tsx'

type FilterProps = Omit<ComponentProps<'select'>, 'onChange' | 'aria-label'> & {
  label: string
  onChoose: (value: string) => void
}

/** In a row of filters, as wide as what is chosen. */
export function FilterSelect({ label, onChoose, ...select }: FilterProps) {
  return (
    <SelectBox
      narrow
      className="filter-select max-tablet:w-[calc(50%-4px)]"
      aria-label={label}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      {...select}
    />
  )
}
