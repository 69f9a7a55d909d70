import type { ReactNode } from 'react'

/** The foot of a form in a sheet: what will happen, and the buttons. It stays in sight. */
export function FormFoot({ sum, detail, children }: { sum: string; detail: string; children: ReactNode }) {
  return (
    <div className="form-foot">
      <p aria-live="polite">
        <b className="block font-semibold">{sum}</b>
        <span className="block text-hint text-ink-3">{detail}</span>
      </p>
      <div>{children}</div>
    </div>
  )
}
