import type { ReactNode } from 'react'
import '../../styles/batch.css'
import { useMay } from '../../api/rights.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { MessageIcon, TagIcon, TrashIcon } from '../../ui/page/people-icons.tsx'
import { useText } from './texts.ts'

export type BulkAct = 'message' | 'ask' | 'tag' | 'delete'

/** The bar of the selected people. `hidden`: how many of them a filter hides. `rest`: who is found and not selected. */
export function BulkBar({
  count,
  hidden,
  rest,
  isAskable,
  onAct,
  exportMenu,
  onSelectAll,
  onClear,
}: {
  count: number
  hidden: number
  rest: { count: number; label: string } | undefined
  isAskable: boolean
  onAct: (act: BulkAct) => void
  exportMenu: ReactNode
  onSelectAll: () => void
  onClear: () => void
}) {
  const t = useText()
  const maySend = useMay('send')
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('bulk.label', { count })}>
      <p aria-live="polite">
        <b>
          {t('bulk.selected', { count })}
          {hidden > 0 && <span className="font-normal"> · {t('bulk.hidden', { count: hidden })}</span>}
        </b>
      </p>
      {rest && (
        <button type="button" className="underline" onClick={onSelectAll}>
          {rest.label}
        </button>
      )}
      <hr />
      {maySend && (
        <>
          <button type="button" onClick={() => onAct('message')}>
            <MessageIcon small />
            {t('bulk.message')}
          </button>
          {isAskable && (
            <button type="button" aria-haspopup="dialog" onClick={() => onAct('ask')}>
              <Icon name="send" size="medium" />
              {t('bulk.ask')}
            </button>
          )}
        </>
      )}
      <button type="button" aria-haspopup="dialog" onClick={() => onAct('tag')}>
        <TagIcon small />
        {t('bulk.tag')}
      </button>
      {exportMenu}
      <button type="button" aria-haspopup="dialog" data-danger onClick={() => onAct('delete')}>
        <TrashIcon small />
        {t('bulk.delete')}
      </button>
      <hr />
      <button type="button" aria-label={t('bulk.clear')} title={t('bulk.clear')} onClick={onClear}>
        <Icon name="cross" size="medium" />
      </button>
    </div>
  )
}
