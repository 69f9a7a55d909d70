import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'

/*
 * A row of an open shift. Where it is narrow: the name beside its menu, the state below, then the phone number beside
 * the next step, or below each other; where it is wide: all in one line, the phone number below the name.
 */

export const assignmentClass = cva([
  'grid items-center not-first:line-above-4 pt-1.5 pr-1 pb-2.5 pl-4',
  '[grid-template:"sign_name_menu"_auto_"._state_state"_auto_"._phone_step"_auto_/_auto_minmax(0,1fr)_auto]',
  '@max-narrow:[grid-template-areas:"sign_name_menu"_"._state_state"_"._phone_phone"_"._step_step"]',
  '@row:[grid-template:"sign_name_state_step_menu"_auto_"sign_phone_state_step_menu"_auto_/_26px_minmax(0,1fr)_230px_124px_44px]',
  '@row:min-h-16 @row:pt-2 @row:pb-2 @row:pl-3',
])

export const signClass =
  'pr-2.5 text-lead/none font-bold [grid-area:sign] empty:hidden @row:pr-0 @row:empty:block'

export const nameClass = cva(
  'pt-2.75 pr-3 pb-1.75 leading-[1.3] wrap-anywhere [grid-area:name] @row:self-end @row:py-0',
  {
    variants: { removed: { true: 'text-ink-3 line-through', false: 'font-semibold' } },
  },
)

export const phoneClass = '[grid-area:phone] @row:self-start @row:leading-normal'

export const stepClass = cva(
  'justify-self-end px-3! text-compact [grid-area:step] @row:pointer-fine:min-h-10',
  { variants: { outlined: { true: 'mr-3 @row:mr-0' } } },
)

/** The assignment's status. */
export function StateCell({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1 [grid-area:state]">{children}</div>
}
