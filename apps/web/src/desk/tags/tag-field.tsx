import { Combobox as Base } from '@base-ui/react/combobox'
import { foldForSearch, foldName, searchWords } from '@muster/contract/rules/fold'
import { LIMITS } from '@muster/contract/rules/text'
import { useContext, useState } from 'react'
import { controlClass } from '../../ui/controls/field.tsx'
import { popupClass, popupItemClass } from '../../ui/controls/popup.ts'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { ModalElement } from '../../ui/overlays/modal-element.ts'
import { useText } from './texts.ts'

type Offer = { name: string; isNew: boolean }

/** Chooses a tag, or makes one of what is typed. */
export function TagField({
  id,
  known,
  chosen,
  onAdd,
}: {
  id: string
  known: readonly string[]
  /** Not offered. */
  chosen: readonly string[]
  onAdd: (name: string) => void
}) {
  const t = useText()
  const modal = useContext(ModalElement)
  const [typed, setTyped] = useState('')
  const keys = new Set(chosen.map(foldName))
  const words = searchWords(typed)
  const name = typed.trim().replace(/\s+/gu, ' ')
  const found = known.filter(
    (each) => !keys.has(foldName(each)) && words.every((word) => foldForSearch(each).includes(word)),
  )
  const isNew = name !== '' && ![...known, ...chosen].some((each) => foldName(each) === foldName(name))
  const offers: Offer[] = [
    ...found.map((each) => ({ name: each, isNew: false })),
    ...(isNew ? [{ name, isNew }] : []),
  ]
  return (
    <Base.Root<Offer>
      readOnly={useContext(ReadOnly)}
      items={offers}
      filter={null}
      autoHighlight
      value={null}
      inputValue={typed}
      onInputValueChange={setTyped}
      itemToStringLabel={(offer) => offer.name}
      onValueChange={(offer) => {
        if (!offer) return
        onAdd(offer.name)
        setTyped('')
      }}
    >
      <label className="sr-only" htmlFor={id}>
        {t('add')}
      </label>
      <Base.Input
        id={id}
        className={controlClass()}
        placeholder={t('add')}
        maxLength={LIMITS.tag}
        autoComplete="off"
      />
      <Base.Portal container={modal}>
        <Base.Positioner sideOffset={6} align="start" className="z-30">
          <Base.Popup
            className={popupClass({ className: 'w-(--anchor-width) empty:hidden data-empty:hidden' })}
          >
            <Base.List>
              {(offer: Offer) => (
                <Base.Item
                  key={offer.name}
                  value={offer}
                  className={popupItemClass({ kind: offer.isNew ? 'action' : 'plain' })}
                >
                  {offer.isNew ? t('make', { name: offer.name }) : offer.name}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
