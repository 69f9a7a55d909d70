import { Menu as Base } from '@base-ui/react/menu'
import { Icon } from '../page/icon.tsx'
import { popupClass, popupItemClass } from './popup.ts'

type CheckMenuProps = {
  label: string
  /** What is chosen, on the button. */
  text: string
  /** The entry that chooses all. */
  all: string
  choices: readonly { value: string; label: string }[]
  /** Null: all. */
  chosen: readonly string[] | null
  disabled: boolean
  onChange: (chosen: string[] | null) => void
}

/** Chooses some of a list, or all: none chosen is all. */
export function CheckMenu({ label, text, all, choices, chosen, disabled, onChange }: CheckMenuProps) {
  const toggle = (value: string, isOn: boolean) => {
    const after = isOn ? [...(chosen ?? []), value] : (chosen ?? []).filter((each) => each !== value)
    onChange(after.length === 0 ? null : after)
  }
  return (
    <Base.Root>
      <Base.Trigger
        disabled={disabled}
        className="inline-flex min-h-11 max-w-full items-center gap-1 rounded-control border border-line-strong bg-surface pr-2 pl-3 text-compact hover:bg-sunken off:text-ink-3 desktop:pointer-fine:min-h-9"
        aria-label={`${label}: ${text}`}
      >
        <span className="truncate">{text}</span>
        <Icon name="down" size="small" className="flex-none text-ink-3" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="start" className="z-30">
          <Base.Popup className={popupClass()}>
            <Base.CheckboxItem
              className={popupItemClass()}
              checked={chosen === null}
              closeOnClick={false}
              onCheckedChange={() => onChange(null)}
            >
              {all}
              <CheckMark />
            </Base.CheckboxItem>
            <Base.Separator className="mx-3 my-1.5 border-t border-line" />
            {choices.map((choice) => (
              <Base.CheckboxItem
                key={choice.value}
                className={popupItemClass()}
                checked={chosen?.includes(choice.value) ?? false}
                closeOnClick={false}
                onCheckedChange={(isOn) => toggle(choice.value, isOn)}
              >
                <span className="min-w-0 wrap-anywhere">{choice.label}</span>
                <CheckMark />
              </Base.CheckboxItem>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function CheckMark() {
  return (
    <Base.CheckboxItemIndicator>
      <Icon name="check" size="small" className="text-primary" />
    </Base.CheckboxItemIndicator>
  )
}
