import type { Event, Role } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { errorText } from '../../../api/api-error.ts'
import { refreshOrganization } from '../../../api/organization-key.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { announce } from '../../../ui/feedback/live-region.tsx'
import { useMaxLength } from '../../../ui/hooks/use-max-length.ts'
import { useShowRefusal } from '../../../ui/hooks/use-show-refusal.ts'
import { showFailure } from '../../../ui/overlays/failure-dialog.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import { createRole, deleteRole } from '../../events/api.ts'
import { useText } from './texts.ts'

/** What an event without shifts needs: roles, then shifts. */
export function FirstSteps({ event }: { event: Event }) {
  const t = useText()
  return (
    <div className="mt-4 grid max-w-160 gap-4">
      <section
        className={cardClass({ padding: 'small', className: 'grid gap-3' })}
        aria-labelledby="first-roles"
      >
        <h2 id="first-roles" className="text-h3! font-bold!">
          {t('roles.title')}
        </h2>
        <p className="text-ink-2">{t('roles.hint')}</p>
        <RoleInput event={event} />
        {event.roles.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label={t('roles.list')}>
            {event.roles.map((role) => (
              <RoleChip key={role.id} role={role} />
            ))}
          </ul>
        )}
      </section>
      <section
        className={cardClass({ padding: 'small', className: 'grid gap-3' })}
        aria-labelledby="first-shifts"
      >
        <h2 id="first-shifts" className="text-h3! font-bold!">
          {t('shifts.title')}
        </h2>
        {event.roles.length === 0 ? (
          <p className="text-ink-2">{t('shifts.roles_first')}</p>
        ) : (
          <>
            <p className="text-ink-2">{t('shifts.hint')}</p>
            <div className="flex flex-wrap gap-2">
              <Link className={buttonClass()} to={paths.event(event.id, '/shifts', { add: 'many' })}>
                {t('shifts.many')}
              </Link>
              <Link
                className={buttonClass({ kind: 'line' })}
                to={paths.event(event.id, '/shifts', { add: 'one' })}
              >
                {t('shifts.one')}
              </Link>
            </div>
          </>
        )}
      </section>
    </div>
  )
}

type RoleDraft = { name: string }

function RoleInput({ event }: { event: Event }) {
  const t = useText()
  const client = useQueryClient()
  const atMost = useMaxLength()
  const form = useForm<RoleDraft>({ defaultValues: { name: '' } })
  const { register, handleSubmit, reset, setError, setFocus, formState } = form
  const showRefusal = useShowRefusal(form, { name: 'name' } as const)
  const creation = useMutation({
    mutationFn: ({ name }: RoleDraft) => createRole(event.id, { name }),
    onSuccess: async (role, { name }) => {
      announce(t('roles.added', { name: role.name }))
      if (form.getValues('name') === name) reset()
      setFocus('name')
      await refreshOrganization(client)
    },
    onError: (error) => showRefusal(error, t('roles.failed'), (message) => setError('name', { message })),
  })
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      noValidate
      onSubmit={handleSubmit((draft) => {
        if (!creation.isPending) creation.mutate(draft)
      })}
    >
      <TextField
        label={t('roles.name')}
        className="min-w-48 flex-1"
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name', {
          maxLength: atMost(100),
          validate: (name) => name.trim() !== '' || t('roles.required'),
        })}
      />
      <Button kind="line" type="submit" className="mt-7.5" busy={creation.isPending && t('roles.adding')}>
        {t('roles.add')}
      </Button>
    </form>
  )
}

function RoleChip({ role }: { role: Role }) {
  const t = useText()
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: () => deleteRole(role, false),
    onSuccess: async () => {
      announce(t('roles.removed', { name: role.name }))
      await refreshOrganization(client)
    },
    onError: (error) => showFailure(errorText(error, t('roles.remove_failed'))),
  })
  return (
    <li className="inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface pl-4 font-semibold">
      <span className="wrap-anywhere">{role.name}</span>
      <button
        type="button"
        className="inline-grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunken"
        aria-label={t('roles.remove', { name: role.name })}
        aria-disabled={removal.isPending}
        onClick={() => !removal.isPending && removal.mutate()}
      >
        <Icon name="cross" size="small" />
      </button>
    </li>
  )
}
