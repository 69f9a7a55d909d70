import { languages } from '@muster/contract/language'
import type { Organization } from '@muster/contract/organizations'
import { isEmail } from '@muster/contract/rules/contact'
import {
  INSTALLATION_SENDER,
  senderStateOf,
  smsSenderOf,
  wantedSender,
} from '@muster/contract/rules/sms-sender'
import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { languageNames } from '../../i18n/language.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { NativeSelect } from '../../ui/controls/native-select.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { ZoneCombobox } from '../../ui/controls/zone-combobox.tsx'
import { DoneNote } from '../../ui/feedback/done-note.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { ColorField } from './color-field.tsx'
import { CountryField } from './country-field.tsx'
import { useText } from './texts.ts'
import { type SettingsDraft, useSettingsDraft } from './use-settings-draft.ts'

const SENDER = /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/

export function OrganizationSettingsForm({ organization }: { organization: Organization }) {
  const t = useText()
  const atMost = useMaxLength()
  const { form, save, problem, isDirty, isSaved } = useSettingsDraft(organization)
  const { markUnsaved, question } = useDiscardQuestion()
  const { register, handleSubmit, control, formState } = form
  const { errors } = formState

  useReportUnsaved(isDirty, markUnsaved)

  return (
    <>
      <form
        className={cardClass({ className: 'grid max-w-160 gap-5' })}
        noValidate
        onSubmit={handleSubmit((draft) => save.mutate(draft))}
      >
        <ReadOnly value={save.isPending}>
          <TextField
            label={t('settings.name')}
            autoComplete="organization"
            error={errors.name?.message}
            {...register('name', {
              maxLength: atMost(100),
              validate: (name) => name.trim() !== '' || t('settings.name_required'),
            })}
          />
          <ContactFields form={form} />
          <ZoneField control={control} />
          <NativeSelect
            label={t('settings.language')}
            hint={t('settings.language_hint')}
            {...register('language')}
          >
            {languages.map((language) => (
              <option key={language} value={language}>
                {languageNames[language]}
              </option>
            ))}
          </NativeSelect>
          <Controller
            control={control}
            name="country"
            render={({ field }) => <CountryField value={field.value} onChange={field.onChange} />}
          />
          <div>
            <TextField
              label={t('settings.sender')}
              optional
              autoComplete="off"
              spellCheck={false}
              hint={t('settings.sender_hint')}
              error={errors.sms_sender?.message}
              {...register('sms_sender', {
                maxLength: atMost(11),
                validate: (sender) => isSender(sender) || t('settings.sender_invalid'),
              })}
            />
            <SenderPreview control={control} saved={organization} />
          </div>
          <ColorField form={form} />
          <Checkbox
            label={t('settings.child_team')}
            hint={t('settings.child_team_hint')}
            {...register('uses_child_team')}
          />
          <Checkbox
            label={t('settings.second_factor')}
            hint={t('settings.second_factor_hint')}
            {...register('requires_second_factor')}
          />
        </ReadOnly>
        {isOwnMissing(save.error) ? <OwnMissing /> : <FormError text={problem} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={save.isPending && t('settings.saving')}>
            {t('settings.save')}
          </Button>
          <DoneNote text={isSaved && t('settings.saved')} />
        </div>
      </form>
      {question}
    </>
  )
}

function ContactFields({
  form: {
    register,
    formState: { errors },
  },
}: {
  form: UseFormReturn<SettingsDraft>
}) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('contact.email')}
        hint={t('contact.hint')}
        type="email"
        autoComplete="email"
        maxLength={254}
        error={errors.contact_email?.message}
        {...register('contact_email', { validate: (email) => isEmail(email) || t('contact.email_invalid') })}
      />
      <TextField
        label={t('contact.phone')}
        optional
        type="tel"
        autoComplete="tel"
        error={errors.contact_phone?.message}
        {...register('contact_phone')}
      />
    </>
  )
}

function ZoneField({ control }: { control: Control<SettingsDraft> }) {
  const t = useText()
  return (
    <div>
      <Controller
        control={control}
        name="time_zone"
        render={({ field }) => (
          <ZoneCombobox label={t('settings.zone')} value={field.value} onChange={field.onChange} />
        )}
      />
      <p className="mt-1.5 text-hint text-ink-3">{t('settings.zone_hint')}</p>
    </div>
  )
}

/** Shows the sender after a save. A new one needs approval, and some are never used (D65). */
function SenderPreview({ control, saved }: { control: Control<SettingsDraft>; saved: Organization }) {
  const t = useText()
  const [name, typed] = useWatch({ control, name: ['name', 'sms_sender'] })
  if (!isSender(typed)) return null
  const chosen = { ...saved, name, sms_sender: typed.trim() || null }
  const state = senderStateOf(chosen)
  const is_saved = wantedSender(chosen) === wantedSender(saved)
  const names = { sender: wantedSender(chosen), installation: INSTALLATION_SENDER }
  return (
    <div className="mt-3 rounded-control bg-sunken p-4">
      <p className="text-hint text-ink-2">{t('settings.preview')}</p>
      <p className="text-lead font-semibold">{smsSenderOf(chosen)}</p>
      {state !== 'approved' && (
        <p className="mt-1 flex gap-2 font-semibold">
          <Icon name="clock" />
          {state === 'denied'
            ? t('settings.sender_denied', names)
            : t(is_saved ? 'settings.sender_waits' : 'settings.sender_will_wait', names)}
        </p>
      )}
      <p className="mt-1 text-hint text-ink-2">{t('settings.preview_note')}</p>
    </div>
  )
}

function OwnMissing() {
  const t = useText()
  return (
    <div>
      <FormError text={t('settings.second_factor_own')} />
      <Link className="mt-2 inline-block" to={paths.securityBefore(paths.organizationSettings)}>
        {t('settings.to_security')}
      </Link>
    </div>
  )
}

/** Returns true if the owner has no second factor, which an owner who requires one needs. */
function isOwnMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_setup_required'
}

function isSender(typed: string): boolean {
  return typed.trim() === '' || SENDER.test(typed.trim())
}
