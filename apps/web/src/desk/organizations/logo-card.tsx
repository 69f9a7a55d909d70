import type { Organization } from '@muster/contract/organizations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DoneNote } from '../../ui/feedback/done-note.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { SettingsCard } from '../../ui/page/settings-card.tsx'
import { setLogo, storeOrganization } from './api.ts'
import { MOST_CHOSEN, scaleLogo } from './scale-logo.ts'
import { useText } from './texts.ts'

/** The logo of public pages, saved when it is chosen. */
export function LogoCard({ organization: { logo_url } }: { organization: Organization }) {
  const t = useText()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const save = useMutation({
    mutationFn: setLogo,
    onSuccess: (saved) => storeOrganization(client, saved),
  })
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file can be chosen again.
    target.value = ''
    if (!file) return
    save.reset()
    setRefused(file.size > MOST_CHOSEN ? t('logo.too_large') : undefined)
    if (file.size > MOST_CHOSEN) return
    try {
      save.mutate(await scaleLogo(file))
    } catch {
      setRefused(t('logo.no_picture'))
    }
  }
  return (
    <SettingsCard
      title={t('logo.title')}
      text={t('logo.text')}
      className="max-w-160"
      actions={
        <>
          <Button
            kind="line"
            busy={save.isPending && t('settings.saving')}
            onClick={() => input.current?.click()}
          >
            {t(logo_url === null ? 'logo.choose' : 'logo.choose_another')}
          </Button>
          {logo_url !== null && (
            <Button
              kind="quiet"
              onClick={() => {
                setRefused(undefined)
                save.mutate(null)
              }}
            >
              {t('logo.remove')}
            </Button>
          )}
        </>
      }
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('logo.choose')}
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => void choose(event)}
      />
      {logo_url !== null && (
        <img
          className="mt-5 rounded-segment"
          src={logo_url}
          alt={t('logo.title')}
          style={{
            height: 40,
            maxWidth: 160,
            objectFit: 'contain',
            background: '#fff',
            boxShadow: '0 0 0 4px #fff',
          }}
        />
      )}
      <DoneNote text={save.isSuccess && t(logo_url === null ? 'logo.removed' : 'settings.saved')} />
      <FormError text={refused ?? (save.error ? errorText(save.error, t('logo.failed')) : undefined)} />
    </SettingsCard>
  )
}
