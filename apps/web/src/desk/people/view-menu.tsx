import { Menu as Base } from '@base-ui/react/menu'
import { useMay } from '../../api/rights.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { popupClass, popupItemClass } from '../../ui/controls/popup.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { ColumnsIcon } from '../../ui/page/people-icons.tsx'
import { useText } from './texts.ts'
import { type Column, moreColumns } from './use-columns.ts'
import { type ChangeFilters, type PeopleFilters, sorts } from './use-people-filters.ts'

const headClass = 'px-3 pt-2 pb-1 text-hint text-ink-3'

/** The order of the list, and its further columns for those who may see them (D69). */
export function ViewMenu({
  columns,
  sort = 'first',
  onColumns,
  onFilter,
  onTags,
}: {
  columns: readonly Column[]
  sort: PeopleFilters['sort']
  onColumns: (columns: readonly Column[]) => void
  onFilter: ChangeFilters
  onTags: () => void
}) {
  const t = useText()
  const mayRead = useMay('read')
  const mayPlan = useMay('plan')
  return (
    <Base.Root>
      <Base.Trigger className={buttonClass({ kind: 'line', className: 'px-3! print:hidden' })}>
        <ColumnsIcon small />
        {t('view')}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="z-30">
          <Base.Popup className={popupClass()}>
            <Base.RadioGroup
              value={sort}
              onValueChange={(value) => {
                const chosen = sorts.find((each) => each === value)
                onFilter({ sort: chosen === 'first' ? undefined : chosen })
              }}
            >
              <Base.Group>
                <Base.GroupLabel className={headClass}>{t('sort.label')}</Base.GroupLabel>
                {sorts.map(
                  (each) =>
                    (each !== 'hours' || mayRead) && (
                      <Base.RadioItem key={each} value={each} className={popupItemClass()}>
                        {t(`sort.${each}`)}
                        <Base.RadioItemIndicator>
                          <Icon name="check" size="small" className="text-primary" />
                        </Base.RadioItemIndicator>
                      </Base.RadioItem>
                    ),
                )}
              </Base.Group>
            </Base.RadioGroup>
            {mayRead && (
              <Base.Group>
                <Base.GroupLabel className={headClass}>{t('columns')}</Base.GroupLabel>
                {moreColumns.map((each) => (
                  <Base.CheckboxItem
                    key={each}
                    className={popupItemClass()}
                    checked={columns.includes(each)}
                    closeOnClick={false}
                    onCheckedChange={(isOn) =>
                      onColumns(isOn ? [...columns, each] : columns.filter((other) => other !== each))
                    }
                  >
                    {t(`column.${each}`)}
                    <Base.CheckboxItemIndicator>
                      <Icon name="check" size="small" className="text-primary" />
                    </Base.CheckboxItemIndicator>
                  </Base.CheckboxItem>
                ))}
              </Base.Group>
            )}
            {mayPlan && (
              <>
                <Base.Separator className="mx-3 my-1.5 border-t border-line" />
                <Base.Item className={popupItemClass()} onClick={onTags}>
                  {t('manage_tags')}
                </Base.Item>
              </>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
