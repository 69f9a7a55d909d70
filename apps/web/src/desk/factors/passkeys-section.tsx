import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { SettingsCard } from '../../ui/page/settings-card.tsx'
import { hasPasskeys } from '../session/passkeys.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { type Factors, hasSecondFactor, isOn, type Passkey } from './api.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import { useText } from './texts.ts'

export function PasskeysSection({ data, onAdded }: { data: Factors; onAdded: () => void }) {
  const t = useText()
  const id = useId()
  const focusNext = useFocusNext()
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  const [renamed, setRenamed] = useState<Passkey>()
  const { passkeys } = data
  return (
    <SettingsCard
      title={t('passkeys.title')}
      text={t('passkeys.text')}
      actions={
        hasPasskeys() && (
          <Button kind="line" id={id} onClick={() => setIsAdding(true)}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {!hasPasskeys() && <p className="mt-3 text-meta text-ink-2">{t('passkeys.unsupported')}</p>}
      {passkeys.length === 0 ? (
        <p className="mt-3 text-ink-2">{t('passkeys.none')}</p>
      ) : (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenamed(passkey)}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </ul>
      )}
      {isAdding && (
        <AddPasskeyDialog
          isFirst={!hasSecondFactor(data)}
          onClose={() => setIsAdding(false)}
          onAdded={() => {
            setIsAdding(false)
            onAdded()
          }}
        />
      )}
      {renamed && <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {removed && (
        <RemoveDialog
          title={t('passkeys.remove_question', { name: removed.friendly_name || t('passkeys.unnamed') })}
          text={t('passkeys.remove_text')}
          confirm={t('passkeys.remove')}
          done={t('passkeys.removed')}
          isLast={passkeys.length === 1 && !data.factors.some(isOn)}
          remove={() => call('factors', 'removePasskey', { params: { id: removed.id } })}
          onRemoved={() => {
            setRemoved(undefined)
            focusNext(id)
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </SettingsCard>
  )
}

function PasskeyItem({
  passkey,
  onRename,
  onRemove,
}: {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}) {
  const t = useText()
  const format = useDateFormat(browserTimeZone())
  const { is_synced, created_at, last_used_at } = passkey
  const name = passkey.friendly_name || t('passkeys.unnamed')
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-meta text-ink-2">
          {[
            t(is_synced ? 'passkeys.synced' : 'passkeys.bound'),
            t('passkeys.added_on', { date: format.shortDate(created_at) }),
            last_used_at
              ? t('passkeys.used', { date: format.shortDate(last_used_at) })
              : t('passkeys.never_used'),
          ].join(' · ')}
        </p>
      </div>
      <span className="-mr-3 flex flex-wrap justify-end">
        <Button kind="quiet" aria-label={t('passkeys.rename_named', { name })} onClick={onRename}>
          {t('passkeys.rename')}
        </Button>
        <Button kind="quiet" aria-label={t('passkeys.remove_named', { name })} onClick={onRemove}>
          {t('passkeys.remove')}
        </Button>
      </span>
    </li>
  )
}
