import { Combobox } from '@base-ui/react/combobox'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { popupItemClass } from '../../ui/controls/popup.ts'
import { leavePage } from '../../ui/hooks/use-leave-guard.ts'
import { dialogClass } from '../../ui/overlays/dialog-classes.ts'
import { Modal } from '../../ui/overlays/modal.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { type Entry, findEntries } from './find-entries.ts'
import { useText } from './texts.ts'
import { useEntries } from './use-entries.ts'

/** Finds events, people, shifts and pages by what is typed, and opens one. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const groups = findEntries(useEntries(), typed)

  const open = ({ path }: Entry) => {
    onClose()
    leavePage(() => void navigate(path))
  }

  return (
    <Modal className={dialogClass({ className: 'mt-[12dvh]' })} labelledBy={id} onClose={onClose}>
      <h2 id={id} className="sr-only">
        {t('title')}
      </h2>
      <Combobox.Root<Entry>
        inline
        open
        items={groups}
        filter={null}
        autoHighlight
        value={null}
        onValueChange={(entry) => entry && open(entry)}
        inputValue={typed}
        onInputValueChange={(text, { reason }) => reason === 'input-change' && setTyped(text)}
        itemToStringLabel={({ text }) => text}
      >
        <div className="relative border-b border-line">
          <Icon name="search" className="pointer-events-none absolute top-4.5 left-6 text-ink-3" />
          <Combobox.Input
            aria-label={t('title')}
            placeholder={t('placeholder')}
            className="h-14 w-full bg-transparent pr-6 pl-14 outline-none placeholder:text-ink-3"
          />
        </div>
        <Combobox.Empty className="px-6 py-5 text-ink-2 empty:hidden">
          {groups.length === 0 && t('none', { text: typed.trim() })}
        </Combobox.Empty>
        <Combobox.List className="overflow-auto overscroll-contain p-2 empty:hidden">
          {({ kind, items }: (typeof groups)[number]) => (
            <Combobox.Group key={kind} items={items} className="not-first:mt-2">
              <Combobox.GroupLabel className="px-3 py-1 text-hint font-semibold text-ink-3">
                {t(`${kind}_title`)}
              </Combobox.GroupLabel>
              <Combobox.Collection>
                {(entry: Entry) => (
                  <Combobox.Item key={entry.id} value={entry} className={popupItemClass()}>
                    <span className="min-w-0 wrap-anywhere">{entry.text}</span>
                    {entry.hint && (
                      <span className="max-w-[45%] shrink-999 truncate text-hint text-ink-3">
                        {entry.hint}
                      </span>
                    )}
                  </Combobox.Item>
                )}
              </Combobox.Collection>
            </Combobox.Group>
          )}
        </Combobox.List>
      </Combobox.Root>
      <p className="border-t border-line px-6 py-3 text-hint text-ink-3 max-tablet:hidden">{t('hint')}</p>
    </Modal>
  )
}
