import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { SettingsCard } from '../../ui/page/settings-card.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import {
  type EnrolledFactor,
  type Factor,
  type Factors,
  hasSecondFactor,
  isOn,
  readFactorsAgain,
  verifySecondFactor,
} from './api.ts'
import { CodeForm } from './code-form.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { useText } from './texts.ts'
import { useRequiringNames } from './use-requiring-names.ts'

const QrCode = lazy(() => import('../../ui/page/qr-code.tsx'))

export function AppSection({ data, onAdded }: { data: Factors; onAdded: () => void }) {
  const t = useText()
  const format = useDateFormat(browserTimeZone())
  const names = useRequiringNames()
  const id = useId()
  const focusNext = useFocusNext()
  const [isLeaving, setIsLeaving] = useState(false)
  const [enrolled, setEnrolled] = useState<EnrolledFactor>()
  const enrolment = useMutation({
    mutationFn: () => call('factors', 'enrolFactor', { body: { factor_type: 'totp' } }),
    // The key stays in this form only.
    gcTime: 0,
    onSuccess: setEnrolled,
  })
  const close = () => {
    setEnrolled(undefined)
    enrolment.reset()
    focusNext(id)
  }
  const active = data.factors.filter(isOn)
  const apps = active.filter(({ factor_type }) => factor_type === 'totp')
  const [first] = apps
  const begin = (
    <Button
      id={id}
      kind={first ? 'quiet' : 'line'}
      busy={enrolment.isPending && t('app.loading')}
      onClick={() => enrolment.mutate()}
    >
      {first ? t('app.move') : t('turn_on')}
    </Button>
  )
  return (
    <SettingsCard
      title={t('app.title')}
      text={
        <p>
          {t('app.text')} {names && t('required_by', { names })}
        </p>
      }
      actions={
        <>
          {first && <Badge tone="ok">{t('since', { date: format.shortDate(first.created_at) })}</Badge>}
          <span className={first ? '-mx-3 flex flex-wrap' : ''}>
            {!enrolled && begin}
            {first && (
              <Button kind="quiet" onClick={() => setIsLeaving(true)}>
                {t('turn_off')}
              </Button>
            )}
          </span>
        </>
      }
    >
      <FormError text={enrolment.error ? errorText(enrolment.error, t('failed')) : undefined} />
      {enrolled && (
        <SetUp
          enrolled={enrolled}
          replaced={idsOf(apps)}
          isFirst={!hasSecondFactor(data)}
          onCancel={close}
          onDone={() => {
            close()
            onAdded()
          }}
        />
      )}
      {isLeaving && (
        <RemoveDialog
          title={t('app.off_question')}
          text={t('app.off_text')}
          confirm={t('turn_off')}
          done={t('turned_off')}
          isLast={active.length === apps.length && data.passkeys.length === 0}
          remove={() => removeFactors(idsOf(apps))}
          onRemoved={() => {
            setIsLeaving(false)
            focusNext(id)
          }}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </SettingsCard>
  )
}

/** `replaced` is the app on the old phone, removed after the new one's first code. `isFirst`: there is no other factor. */
function SetUp({
  enrolled: { id, totp },
  replaced,
  isFirst,
  onCancel,
  onDone,
}: {
  enrolled: EnrolledFactor
  replaced: string[]
  isFirst: boolean
  onCancel: () => void
  onDone: () => void
}) {
  const t = useText()
  const words = useWords()
  const client = useQueryClient()
  const isMove = replaced.length > 0
  const verification = useMutation({
    mutationFn: async (code: string) => {
      await verifySecondFactor({ method: 'totp', factor_id: id, code })
      // After a failure here the list that is read again has the new one too.
      await removeFactors(replaced.filter((each) => each !== id))
    },
    onSuccess: async () => {
      await readFactorsAgain(client)
      showToast(t(isMove ? 'app.moved' : 'turned_on'))
      onDone()
    },
  })
  const { error } = verification
  return (
    <div className="mt-5 border-t border-line pt-5">
      <h3 className="text-base font-semibold">{t(isMove ? 'app.move' : 'app.set_up')}</h3>
      <div className="mt-3 flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="size-40 flex-none rounded-control border border-line p-1.5">
          <Suspense fallback={null}>{totp && <QrCode text={totp.uri} />}</Suspense>
        </div>
        <ol className="grid min-w-0 flex-[1_1_300px] content-start gap-4">
          <Step number={1}>
            {t(isMove ? 'app.scan_new' : 'app.scan')}
            <span className="block text-meta text-ink-2">
              {t('app.key')}{' '}
              <b className="font-semibold text-ink wrap-anywhere">
                {totp?.secret.match(/.{1,4}/g)?.join(' ')}
              </b>
            </span>
            {totp && (
              // A phone cannot scan its own screen.
              <a className={`${textLinkClass} pointer-fine:hidden`} href={totp.uri}>
                {t('app.here')}
              </a>
            )}
          </Step>
          <Step number={2}>
            {t('app.type')}
            <div className="mt-2 max-w-80">
              <CodeForm
                label={t('app.code')}
                kind="digits"
                submit={t(isMove ? 'app.move_now' : 'turn_on')}
                isBusy={verification.isPending}
                error={error ? errorText(error, t('failed')) : undefined}
                onSubmit={(code) => verification.mutate(code)}
              >
                <Button kind="quiet" onClick={onCancel}>
                  {words('cancel')}
                </Button>
              </CodeForm>
            </div>
            {(isMove || isFirst) && (
              <p className="mt-3 text-meta text-ink-2">{t(isMove ? 'app.moved_note' : 'others_note')}</p>
            )}
          </Step>
        </ol>
      </div>
    </div>
  )
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        className="grid size-6 flex-none place-items-center rounded-full bg-sunken text-hint font-semibold"
        aria-hidden="true"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  )
}

const idsOf = (factors: Factor[]) => factors.map(({ id }) => id)

async function removeFactors(ids: string[]): Promise<void> {
  for (const id of ids) await call('factors', 'removeFactor', { params: { id } })
}
