import { Combobox as Base } from '@base-ui/react/combobox'
import { type ReactNode, useContext, useId, useMemo, useRef, useState } from 'react'
import { useWords } from '../../i18n/words.ts'
import { ModalElement } from '../overlays/modal-element.ts'
import { Icon } from '../page/icon.tsx'
import { iconButtonClass } from './button.tsx'
import { controlClass } from './field.tsx'
import { popupClass, popupItemClass } from './popup.ts'

/** Minimum height below the field, in px. With less the list opens upward. */
const ROOM_BELOW = 240

type PickerProps<Item> = {
  id: string
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  items: readonly Item[]
  /** True while `items` are those of the text before. */
  isStale: boolean
  /** The item that Enter takes while none is highlighted, which only the arrow keys do. */
  best: Item | undefined
  /** The same for the text as it stands in the field, which may be newer than `items`. */
  findBest: (text: string) => Item | undefined
  keyOf: (item: Item) => string
  textOf: (item: Item) => string
  isDisabled: (item: Item) => boolean
  renderItem: (item: Item) => ReactNode
  onPick: (item: Item) => void
  status: ReactNode
  action?: { label: string; hint: string; onPress: () => void } | undefined
}

type Row<Item> = { item: Item } | { action: string }

export function Picker<Item>({
  id,
  label,
  placeholder,
  text,
  onText,
  items,
  isStale,
  best,
  findBest,
  keyOf,
  textOf,
  isDisabled,
  renderItem,
  onPick,
  status,
  action,
}: PickerProps<Item>) {
  const t = useWords()
  const labelId = useId()
  const modal = useContext(ModalElement)
  const group = useRef<HTMLDivElement>(null)
  const [side, setSide] = useState<'top' | 'bottom'>('bottom')
  const actionLabel = action?.label
  const rows = useMemo<Row<Item>[]>(
    () => [...items.map((item) => ({ item })), ...(actionLabel ? [{ action: actionLabel }] : [])],
    [items, actionLabel],
  )

  return (
    <Base.Root<Row<Item>>
      items={rows}
      filter={null}
      // A pointer that rests on the list must not decide what Enter takes.
      highlightItemOnHover={false}
      value={null}
      onValueChange={(row) => {
        if (row === null) return
        if ('item' in row) onPick(row.item)
        else action?.onPress()
      }}
      inputValue={text}
      onInputValueChange={(typed, { reason }) => onText(reason === 'input-change' ? typed : '')}
      onOpenChange={(isOpen) => {
        if (isOpen && group.current) setSide(sideFor(group.current))
      }}
      itemToStringLabel={(row) => ('item' in row ? textOf(row.item) : row.action)}
    >
      <label id={labelId} className="sr-only" htmlFor={id}>
        {label}
      </label>
      <Base.InputGroup ref={group} className="relative">
        <Icon
          name="search"
          className="pointer-events-none absolute top-[calc(50%-10px)] left-3.5 text-ink-3"
        />
        <Base.Input
          id={id}
          className={controlClass({ className: 'pr-11! pl-10.5!' })}
          placeholder={placeholder}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
              return
            const { currentTarget } = event
            if (!isStale && currentTarget.getAttribute('aria-activedescendant')) return
            event.preventDefault()
            event.preventBaseUIHandler()
            const item = findBest(currentTarget.value)
            if (item === undefined) return
            onPick(item)
            onText('')
          }}
        />
        <Base.Trigger
          className={iconButtonClass({ className: 'absolute top-[calc(50%-22px)] right-0' })}
          aria-label={t('show_all')}
        >
          <Icon name="down" size="small" />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal container={modal}>
        <Base.Positioner
          sideOffset={6}
          side={side}
          align="start"
          collisionAvoidance={{ side: 'none', align: 'shift' }}
          className="z-30"
        >
          <Base.Popup
            className={popupClass({
              className: 'w-(--anchor-width) max-w-none! min-w-[min(300px,100vw-24px)]!',
            })}
          >
            {/* A selector that may begin at any ancestor restyles the whole page at each pick: 60 ms with 5,000 shifts. */}
            <Base.List aria-labelledby={labelId} className="group/list">
              {(row: Row<Item>) =>
                'item' in row ? (
                  <Base.Item
                    key={keyOf(row.item)}
                    value={row}
                    className={popupItemClass({
                      kind: 'tall',
                      className: `hover:bg-sunken ${row.item === best ? 'not-group-has-data-highlighted/list:bg-primary-soft' : ''}`,
                    })}
                    disabled={isDisabled(row.item)}
                  >
                    {renderItem(row.item)}
                  </Base.Item>
                ) : (
                  <Base.Item key="action" value={row} className={popupItemClass({ kind: 'action' })}>
                    <Icon name="plus" size="small" />
                    <span className="min-w-0 wrap-anywhere">{row.action}</span>
                    {action && (
                      <span className="ml-auto text-hint font-normal text-ink-3">{action.hint}</span>
                    )}
                  </Base.Item>
                )
              }
            </Base.List>
            <Base.Status className="px-3 py-2 text-meta/body wrap-anywhere text-ink-2 empty:p-0">
              {status}
            </Base.Status>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function sideFor(field: HTMLElement): 'top' | 'bottom' {
  const { top, bottom } = field.getBoundingClientRect()
  // The on-screen keyboard covers part of the window.
  const below = (window.visualViewport?.height ?? innerHeight) - bottom
  return below < ROOM_BELOW && top > below ? 'top' : 'bottom'
}
