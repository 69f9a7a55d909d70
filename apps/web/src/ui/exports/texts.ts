import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

export const en = {
  export: 'Export',
  busy: 'Exporting...',
  xlsx: 'Excel (XLSX)',
  semicolons: 'CSV, semicolons',
  commas: 'CSV, commas',
  this_table: 'this table, UTF-8',
  failed: 'Failed to export',
} as const

const sv = {
  export: 'Exportera',
  busy: 'Exporterar...',
  xlsx: 'Excel (XLSX)',
  semicolons: 'CSV, semikolon',
  commas: 'CSV, komma',
  this_table: 'den här tabellen, UTF-8',
  failed: 'Det gick inte att exportera',
} satisfies Translation<typeof en>

export const useText = defineTexts('exports', { en, sv })
