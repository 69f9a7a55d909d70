import { brandCanvas, brandColors } from '@muster/contract/rules/brand-color'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useText } from './texts.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

const COLOR = /^#[0-9a-f]{6}$/i

/** The colour of public pages, and how it looks there in light and in dark. */
export function ColorField({ form }: { form: UseFormReturn<SettingsDraft> }) {
  const t = useText()
  const { register, setValue, control, formState } = form
  const typed = useWatch({ control, name: 'color' }).trim()
  const known = COLOR.test(typed) ? typed : null
  const colors = brandColors(known)
  return (
    <div>
      <div className="flex items-start gap-3">
        <TextField
          className="min-w-0 flex-1"
          label={t('settings.color')}
          optional
          autoComplete="off"
          spellCheck={false}
          placeholder={brandColors(null).primary.light}
          hint={t('settings.color_hint')}
          error={formState.errors.color?.message}
          {...register('color', {
            validate: (color) => isColor(color) || t('settings.color_invalid'),
          })}
        />
        <input
          type="color"
          aria-label={t('settings.color_pick')}
          className="mt-7 h-12 w-14 flex-none rounded-control border border-line-strong bg-surface p-1 desktop:pointer-fine:h-11"
          value={known ?? colors.primary.light}
          onChange={({ target }) =>
            setValue('color', target.value, { shouldDirty: true, shouldValidate: true })
          }
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-3" aria-hidden="true">
        {(['light', 'dark'] as const).map((mode) => (
          <span
            key={mode}
            className="rounded-control border border-line p-3"
            style={{ background: brandCanvas[mode] }}
          >
            <span
              className="flex min-h-11 items-center rounded-control px-4.5 font-semibold"
              style={{ background: colors.primary[mode], color: colors.on_primary[mode] }}
            >
              {t('settings.color_sample')}
            </span>
          </span>
        ))}
      </div>
    </div>
  )
}

const isColor = (typed: string): boolean => typed.trim() === '' || COLOR.test(typed.trim())
