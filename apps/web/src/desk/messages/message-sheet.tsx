import type { Person } from '@muster/contract/people'
import { formatPhone } from '@muster/contract/rules/phone'
import { useState } from 'react'
import { fullName } from '../../format/names.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { MessageHistory } from './message-history.tsx'
import { SmsForm } from './sms-form.tsx'
import { useText } from './texts.ts'

export function MessageSheet({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useText()
  const { markUnsaved, leave, question } = useDiscardQuestion()
  const [isSending, setIsSending] = useState(false)
  const facts = [t('messages'), person.phone ? formatPhone(person.phone) : '', person.email]
  return (
    <>
      <Sheet
        wide
        title={fullName(person)}
        meta={facts.filter(Boolean).join(' · ')}
        busy={isSending}
        onClose={() => leave(onClose)}
        footer={<SmsForm person={person} onUnsaved={markUnsaved} onSending={setIsSending} leave={leave} />}
      >
        <MessageHistory person={person} />
      </Sheet>
      {question}
    </>
  )
}
