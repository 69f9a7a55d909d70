import { Combobox as Base } from '@base-ui/react/combobox'
import { foldForSearch, searchWords } from '@muster/contract/rules/fold'
import { type ReactNode, useContext, useId } from 'react'
import { useWords } from '../../i18n/words.ts'
import { ModalElement } from '../overlays/modal-element.ts'
import { Icon } from '../page/icon.tsx'
import { iconButtonClass } from './button.tsx'
import { controlClass, labelClass } from './field.tsx'
import { popupClass, popupItemClass } from './popup.ts'
import { ReadOnly } from './read-only.ts'

type ComboboxProps<Item> = {
  label: string
  hideLabel?: boolean
  items: readonly Item[]
  value: Item | null
  onChange: (item: Item) => void
  keyOf: (item: Item) => string
  textOf: (item: Item) => string
  hintOf?: (item: Item) => ReactNode
  className?: string
}

export function Combobox<Item>({
  label,
  hideLabel = false,
  items,
  value,
  onChange,
  keyOf,
  textOf,
  hintOf,
  className = '',
}: ComboboxProps<Item>) {
  const t = useWords()
  const id = useId()
  const modal = useContext(ModalElement)
  return (
    <Base.Root
      readOnly={useContext(ReadOnly)}
      items={items}
      filter={(item, query) => {
        const text = foldForSearch(textOf(item))
        return searchWords(query).every((word) => text.includes(word))
      }}
      value={value}
      onValueChange={(item) => {
        if (item !== null) onChange(item)
      }}
      itemToStringLabel={textOf}
      isItemEqualToValue={(a, b) => keyOf(a) === keyOf(b)}
    >
      <div className={className}>
        <label className={hideLabel ? 'sr-only' : labelClass} htmlFor={id}>
          {label}
        </label>
        <Base.InputGroup className="relative">
          <Base.Input id={id} className={controlClass({ className: 'pr-11!' })} />
          {/* VoiceOver opens the list by this button, not by the field. */}
          <Base.Trigger
            className={iconButtonClass({ className: 'absolute top-0 right-0' })}
            aria-label={t('show_all')}
          >
            <Icon name="down" size="medium" className="text-ink-3" />
          </Base.Trigger>
        </Base.InputGroup>
      </div>
      <Base.Portal container={modal}>
        <Base.Positioner sideOffset={6} align="start" className="z-30">
          <Base.Popup className={popupClass({ className: 'w-(--anchor-width)' })}>
            <Base.Empty className="empty:hidden px-3 py-2 text-ink-2">{t('nothing_found')}</Base.Empty>
            <Base.List>
              {(item: Item) => (
                <Base.Item key={keyOf(item)} value={item} className={popupItemClass()}>
                  <span>{textOf(item)}</span>
                  {hintOf && <span className="text-hint text-ink-3">{hintOf(item)}</span>}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
