import type { Person } from '@muster/contract/people'
import { useEffect, useEffectEvent, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { useReportUnsaved } from '../../ui/hooks/use-report-unsaved.ts'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { contactsDiffer, PersonForm } from './person-form.tsx'
import { SendNewLinks } from './send-new-links.tsx'
import { useText } from './texts.ts'
import { usePersonDraft } from './use-person-draft.ts'

export function PersonSheet({
  person,
  typed = '',
  startsAt,
  onSaved,
  onClose,
}: {
  person?: Person
  /** Name, phone or e-mail of a new person, as it was searched for. */
  typed?: string
  /** Field that gets the focus, by default the first. */
  startsAt?: 'email'
  onSaved: (person: Person) => void
  onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const { markUnsaved, leave, question } = useDiscardQuestion()
  const { form, country, hasTeam, notify, setNotify, save, problem, isUnsaved, existing_id } = usePersonDraft(
    {
      person,
      typed,
      onClose: (saved) => {
        // Closing goes back in the history before the effect below has run.
        markUnsaved(false)
        onSaved(saved)
      },
    },
  )
  const { dirtyFields } = form.formState
  const [email, phone] = useWatch({ control: form.control, name: ['email', 'phone'] })
  const differ = person && contactsDiffer({ email, phone }, person, country)
  const changed = {
    email: dirtyFields.email && differ?.email,
    phone: dirtyFields.phone && differ?.phone,
  }
  const close = () => leave(onClose)
  const focusStart = useEffectEvent(() => {
    if (startsAt) form.setFocus(startsAt)
  })
  // After the sheet has focused its first field.
  useEffect(() => focusStart(), [])

  useReportUnsaved(isUnsaved, markUnsaved)

  return (
    <>
      <Sheet
        title={t(person ? 'form.edit' : 'form.add')}
        busy={save.isPending}
        onClose={close}
        footer={
          <>
            <CancelButton busy={save.isPending} onClose={close} />
            <Button type="submit" form={id} busy={save.isPending && t('form.saving')}>
              {t('form.save')}
            </Button>
          </>
        }
      >
        <ReadOnly value={save.isPending}>
          <PersonForm
            id={id}
            form={form}
            country={country}
            extra={
              <>
                {existing_id && (
                  <span className="flex flex-wrap gap-2">
                    <Link className={buttonClass({ kind: 'line' })} to={paths.person(existing_id)}>
                      {t('form.open_existing')}
                    </Link>
                    {person && (
                      <Link className={buttonClass({ kind: 'line' })} to={paths.pair(person.id, existing_id)}>
                        {t('form.merge_existing')}
                      </Link>
                    )}
                  </span>
                )}
                {person && (
                  <SendNewLinks person={person} changed={changed} checked={notify} onChange={setNotify} />
                )}
              </>
            }
            hasTeam={hasTeam}
            error={problem}
            onSubmit={(draft) => save.mutate(draft)}
          />
        </ReadOnly>
      </Sheet>
      {question}
    </>
  )
}
