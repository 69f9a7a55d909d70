import { Button, IconButton } from '../../ui/controls/button.tsx'
import { LaterMenu } from '../../ui/controls/later-menu.tsx'
import { useIsWide } from '../../ui/hooks/use-is-wide.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

export const addButtonId = 'add-shift'

/** Adds one shift or many; a phone has a menu of both, a list beside a sheet one of the second. */
export function AddButtons({
  adding,
  onAdd,
  onAddMany,
}: {
  /** The form that is open, if any. */
  adding: 'one' | 'many' | undefined
  onAdd: () => void
  onAddMany: () => void
}) {
  const t = useText()
  if (!useIsWide())
    return (
      <LaterMenu
        trigger={
          <Button id={addButtonId} className="size-11 rounded-full px-0!">
            <Icon name="plus" />
            <span className="sr-only">{t('add_shift')}</span>
          </Button>
        }
        entries={[
          { label: t('add_shift'), onSelect: onAdd },
          { label: t('add_many'), onSelect: onAddMany },
        ]}
      />
    )
  return (
    <>
      <Button kind="line" className="@max-list:hidden" aria-expanded={adding === 'many'} onClick={onAddMany}>
        {t('add_many')}
      </Button>
      <Button id={addButtonId} aria-expanded={adding !== undefined} onClick={onAdd}>
        {t('add_shift')}
      </Button>
      <LaterMenu
        trigger={
          <IconButton label={t('more')} className="hidden! @max-list:inline-flex!">
            <Icon name="more" />
          </IconButton>
        }
        entries={[{ label: t('add_many'), onSelect: onAddMany }]}
      />
    </>
  )
}
