import type { Event } from '@muster/contract/events'
import { useState } from 'react'
import { useFocusNext } from '../../../ui/hooks/use-focus-next.ts'
import { useDiscardQuestion } from '../../../ui/overlays/use-discard-question.tsx'
import { type SectionName, SettingsForm } from './settings-form.tsx'
import { useText } from './texts.ts'
import { useOpenSections } from './use-open-sections.ts'

/** Of D49: an archived event is not changed. */
export default function EventSettings({ event }: { event: Event }) {
  const t = useText()
  if (event.archived) return <p className="mt-4 max-w-180 text-lead">{t('archived')}</p>
  return <Settings event={event} />
}

function Settings({ event }: { event: Event }) {
  const focusNext = useFocusNext()
  const { markUnsaved, question } = useDiscardQuestion()
  const sections = useOpenSections()
  const [base, setBase] = useState(event)
  const [isBusy, setIsBusy] = useState(false)
  // A form without changes takes over what was saved elsewhere, or undone.
  if (!isBusy && base.version !== event.version) setBase(event)
  return (
    <>
      <SettingsForm
        key={base.version}
        event={base}
        roles={event.roles}
        sections={sections}
        onBusy={setIsBusy}
        onUnsaved={markUnsaved}
        onEnd={(section: SectionName) => focusNext(`${section}-title`)}
      />
      {question}
    </>
  )
}
