import { type UseFormReturn, useWatch } from 'react-hook-form'
import { DescriptionAndNotes } from './basic-fields.tsx'
import { ContactFields } from './contact-fields.tsx'
import { useEditorText } from './editor-texts.ts'
import type { EventDraft } from './event-draft.ts'
import { FormSection } from './form-section.tsx'
import { useSectionValues } from './section-values.ts'
import { SignupFields } from './volunteers/signup-fields.tsx'
import { VolunteerFields } from './volunteers/volunteer-fields.tsx'

/** The rest of a new event, folded: most events need none of it. */
export function FormSections({ form }: { form: UseFormReturn<EventDraft> }) {
  const t = useEditorText()
  const values = useSectionValues(useWatch({ control: form.control }))
  return (
    <div className="border-t border-line">
      <FormSection form={form} title={t('form.texts')} value={values.texts} fields={['description', 'notes']}>
        <DescriptionAndNotes form={form} />
      </FormSection>
      <FormSection form={form} title={t('form.signup')} value={values.signup} fields={['opens', 'closes']}>
        <SignupFields form={form} />
      </FormSection>
      <FormSection
        form={form}
        title={t('form.volunteers')}
        value={values.volunteers}
        fields={['cancel_hours']}
      >
        <VolunteerFields form={form} />
      </FormSection>
      <FormSection
        form={form}
        title={t('form.contact')}
        value={values.contact}
        fields={['contact_email', 'contact_phone']}
      >
        <ContactFields form={form} />
      </FormSection>
    </div>
  )
}
