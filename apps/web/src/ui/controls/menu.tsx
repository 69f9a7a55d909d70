import { Menu as Base } from '@base-ui/react/menu'
import { type KeyboardEvent, type ReactElement, type ReactNode, useContext, useRef } from 'react'
import { ModalElement } from '../overlays/modal-element.ts'
import { popupClass, popupItemClass } from './popup.ts'

const TYPE_AHEAD_MS = 350

export type MenuEntry =
  | 'rule'
  | {
      label: string
      /** A second line. */
      hint?: string
      onSelect: () => void
      sign?: ReactNode
      disabled?: boolean
      danger?: boolean
    }

export function Menu({
  trigger,
  head,
  entries,
  startsOpen = false,
}: {
  trigger: ReactElement
  /** Content above the entries, rendered only once the menu opens. */
  head?: ReactNode
  entries: readonly MenuEntry[]
  startsOpen?: boolean
}) {
  return (
    <Base.Root defaultOpen={startsOpen}>
      <Base.Trigger render={trigger} />
      <Entries head={head} entries={entries} />
    </Base.Root>
  )
}

/** Returns one menu for the buttons of many rows, because a menu per row is slow in a long list. */
export function makeSharedMenu<Subject>() {
  const handle = Base.createHandle<Subject>()
  return {
    Trigger: ({ subject, trigger }: { subject: Subject; trigger: ReactElement }) => (
      <Base.Trigger handle={handle} payload={subject} render={trigger} />
    ),
    Popup: ({ entriesOf }: { entriesOf: (subject: Subject) => readonly MenuEntry[] }) => (
      <Base.Root handle={handle}>
        {({ payload }) => <Entries entries={payload === undefined ? [] : entriesOf(payload)} />}
      </Base.Root>
    ),
  }
}

function Entries({ head, entries }: { head?: ReactNode; entries: readonly MenuEntry[] }) {
  const modal = useContext(ModalElement)
  const findByTyping = useTypeAhead()
  return (
    <Base.Portal container={modal}>
      <Base.Positioner sideOffset={6} align="start" className="z-30">
        <Base.Popup
          className={popupClass()}
          onKeyDown={(event) => {
            if (findByTyping(event)) event.preventBaseUIHandler()
          }}
        >
          {head}
          {entries.map((entry, index) =>
            entry === 'rule' ? (
              <Base.Separator key={`rule-${index}`} className="mx-3 my-1.5 border-t border-line" />
            ) : (
              <Base.Item
                // Labels are not unique: organisations choose their own names.
                key={`${index}-${entry.label}`}
                className={popupItemClass({ kind: entry.danger ? 'danger' : 'plain' })}
                disabled={entry.disabled ?? false}
                onClick={entry.onSelect}
                label={entry.label}
              >
                <span>
                  {entry.label}
                  {entry.hint && <small className="block text-hint text-ink-2">{entry.hint}</small>}
                </span>
                {entry.sign}
              </Base.Item>
            ),
          )}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

/** Replaces the library's type-ahead, which has another timeout. Returns true when the key was part of a search. */
function useTypeAhead() {
  const typed = useRef('')
  const forget = useRef<ReturnType<typeof setTimeout>>(undefined)
  const popup = useRef<HTMLElement>(null)
  return (event: KeyboardEvent<HTMLElement>): boolean => {
    // Opened again, a menu begins a new search.
    if (popup.current !== event.currentTarget) typed.current = ''
    popup.current = event.currentTarget
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === ' ' && typed.current === '') return false
    event.preventDefault()
    clearTimeout(forget.current)
    forget.current = setTimeout(() => {
      typed.current = ''
    }, TYPE_AHEAD_MS)
    typed.current += event.key.toLocaleLowerCase()
    const items = event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]:not([data-disabled])')
    for (const item of items) {
      if (item.textContent.trim().toLocaleLowerCase().startsWith(typed.current)) {
        item.focus()
        break
      }
    }
    return true
  }
}
