import type { Person } from '@muster/contract/people'
import { formatPhone } from '@muster/contract/rules/phone'
import { useState } from 'react'
import { fullName } from '../../format/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { EmailForm } from './email-form.tsx'
import { MessageHistory } from './message-history.tsx'
import { SmsForm } from './sms-form.tsx'
import { useText } from './texts.ts'

export function MessageSheet({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useText()
  const { markUnsaved, leave, question } = useDiscardQuestion()
  const [isSending, setIsSending] = useState(false)
  const [isEmail, setIsEmail] = useState(false)
  const facts = [t('messages'), person.phone ? formatPhone(person.phone) : '', person.email]
  return (
    <>
      <Sheet
        wide
        title={fullName(person)}
        meta={facts.filter(Boolean).join(' · ')}
        busy={isSending}
        onClose={() => leave(onClose)}
        footer={
          isEmail && person.email ? (
            <EmailForm
              person={person}
              email={person.email}
              onUnsaved={markUnsaved}
              onSending={setIsSending}
              onCancel={() => leave(() => setIsEmail(false))}
              onSent={() => setIsEmail(false)}
            />
          ) : (
            <div className="flex grow flex-wrap items-end justify-end gap-2">
              <SmsForm person={person} onUnsaved={markUnsaved} onSending={setIsSending} leave={leave} />
              {person.email && (
                <Button
                  kind="quiet"
                  aria-disabled={isSending}
                  onClick={() => !isSending && leave(() => setIsEmail(true))}
                >
                  {t('email.write')}
                </Button>
              )}
            </div>
          )
        }
      >
        <MessageHistory person={person} />
      </Sheet>
      {question}
    </>
  )
}
