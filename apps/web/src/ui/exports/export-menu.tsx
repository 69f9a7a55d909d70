import type { CsvSeparator } from '@muster/contract/rules/csv-row'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { CHANGES_NOTHING_SHOWN } from '../../api/query-client.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Button } from '../controls/button.tsx'
import { Menu } from '../controls/menu.tsx'
import { showFailure } from '../overlays/failure-dialog.tsx'
import { Icon } from '../page/icon.tsx'
import { saveCsv, saveWorkbook } from './save-table.ts'
import type { Table } from './table.ts'
import { useText } from './texts.ts'

type ExportMenuProps = {
  /** Of the file, without its ending. */
  name: string
  /** What the workbook contains. */
  sheets: string
  /** `bar`: on the bar of selected rows. */
  kind?: 'primary' | 'line' | 'bar'
  readTable: () => Table | Promise<Table>
  readSheets: () => Promise<readonly Table[]>
}

type Format = 'xlsx' | CsvSeparator

/** Saves a list as XLSX or CSV. The separator that spreadsheets of the reader's language expect comes first. */
export function ExportMenu({ name, sheets, kind = 'primary', readTable, readSheets }: ExportMenuProps) {
  const t = useText()
  const language = useLanguage()
  const saving = useMutation({
    mutationFn: async (format: Format) =>
      format === 'xlsx' ? saveWorkbook(name, await readSheets()) : saveCsv(name, await readTable(), format),
    meta: CHANGES_NOTHING_SHOWN,
    onError: (error) => showFailure(errorText(error, t('failed'))),
  })
  const csv = {
    ';': { label: t('semicolons'), hint: t('this_table'), onSelect: () => saving.mutate(';') },
    ',': { label: t('commas'), hint: t('this_table'), onSelect: () => saving.mutate(',') },
  }
  return (
    <Menu
      trigger={
        kind === 'bar' ? (
          <button type="button" aria-disabled={saving.isPending}>
            <Icon name="download" size="medium" />
            {t('export')}
          </button>
        ) : (
          <Button kind={kind} busy={saving.isPending && t('busy')}>
            <Icon name="download" size="small" />
            {t('export')}
          </Button>
        )
      }
      entries={[
        { label: t('xlsx'), hint: sheets, onSelect: () => saving.mutate('xlsx') },
        ...(language === 'sv' ? [csv[';'], csv[',']] : [csv[','], csv[';']]),
      ]}
    />
  )
}
