import { useState } from 'react'
import { useText } from './texts.ts'

type ChartTableProps = {
  caption: string
  head: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** The figures of a chart. The button is shown while it has the focus, or the table is open. */
export function ChartTable({ caption, head, rows }: ChartTableProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`min-h-11 font-semibold text-primary underline underline-offset-4 ${isOpen ? '' : 'sr-only focus:not-sr-only'}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'hide_table' : 'show_table')}
      </button>
      {isOpen && (
        <table className="w-full text-meta tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b border-line text-left">
              {head.map((name) => (
                <th key={name} scope="col" className="py-1 pr-4 font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells], row) => (
              <tr key={`${name}-${row}`} className="border-b border-line">
                <th scope="row" className="py-1 pr-4 text-left font-normal">
                  {name}
                </th>
                {cells.map((cell, column) => (
                  <td key={head[column + 1]} className="py-1 pr-4">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
