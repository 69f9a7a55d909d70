import type { Event } from '@muster/contract/events'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type Ref, Suspense, useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { organizationKey } from '../../../api/organization-key.ts'
import { useMay } from '../../../api/rights.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../paths.ts'
import { publicPaths } from '../../../public-paths.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { showFailure } from '../../../ui/overlays/failure-dialog.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { Icon } from '../../../ui/page/icon.tsx'
import { saveFile } from '../../../ui/page/save-file.ts'
import { copySignupLink, signupLink } from '../../events/signup-link.ts'
import { shiftsQuery } from '../../shifts/api.ts'
import { daysOfShift } from '../../shifts/group-shifts.ts'
import { renewLinkKey } from '../api.ts'
import { paintCode, writeCode } from './qr-files.ts'
import { useText } from './texts.ts'

const QrCode = lazy(() => import('../../../ui/page/qr-code.tsx'))

/** `onPublish`: absent for those who may not publish a draft. */
type ShareProps = { event: Event; onPublish: (() => void) | undefined; onClose: () => void }

/** The ways by which an event's public page is spread. */
export default function ShareSheet({ event, onPublish, onClose }: ShareProps) {
  const t = useText()
  const { pending, missing } = event.coverage
  const copyButton = useRef<HTMLButtonElement>(null)
  const [search, setSearch] = useState<Record<string, string>>({})
  const query = String(new URLSearchParams(search))
  const link = `${signupLink(event)}${query && `?${query}`}`
  return (
    <Sheet
      title={t('title')}
      meta={`${event.name} · ${t('left', { count: pending + missing })}`}
      initialFocus={copyButton}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-5 divide-y divide-line *:not-last:pb-5">
        {!event.published && <DraftNote onPublish={onPublish} />}
        <section className="grid grid-cols-1 gap-3">
          <div className="flex items-baseline justify-between gap-3">
            <h3 className="text-base! font-semibold!">{t('link')}</h3>
            <p className="text-hint text-ink-3">{t('link_hint')}</p>
          </div>
          <div className="flex gap-2">
            <p
              className="min-h-11 min-w-0 flex-1 truncate rounded-control border border-line-strong bg-surface px-3.5 py-2.5"
              title={link}
            >
              {link.replace(/^https?:\/\//, '')}
            </p>
            <CopyButton ref={copyButton} onCopy={() => copySignupLink(event, link)} />
          </div>
          <Narrowed event={event} search={search} onChange={setSearch} />
        </section>
        <LinkShifts event={event} />
        {event.published && <Preview event={event} />}
        <Code event={event} link={link} />
      </div>
    </Sheet>
  )
}

function DraftNote({ onPublish }: Pick<ShareProps, 'onPublish'>) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-control bg-wait-soft px-4 py-3">
      <p className="min-w-40 flex-1 text-compact">{t('draft')}</p>
      {onPublish && <Button onClick={onPublish}>{t('publish')}</Button>}
    </div>
  )
}

function CopyButton({ ref, onCopy }: { ref?: Ref<HTMLButtonElement>; onCopy: () => Promise<boolean> }) {
  const t = useText()
  return (
    <Button
      ref={ref}
      onClick={() =>
        void onCopy().then((isCopied) => {
          if (isCopied) showToast(t('copied'))
        })
      }
    >
      <Icon name="copy" size="medium" />
      {t('copy')}
    </Button>
  )
}

/** D49: the link that also shows the shifts that are only by link. */
function LinkShifts({ event }: { event: Event }) {
  const t = useText()
  const mayPlan = useMay('plan')
  const client = useQueryClient()
  const { data: shifts = [] } = useQuery(shiftsQuery(event.id))
  const hidden = shifts.filter(({ visibility }) => visibility === 'link').length
  const renewal = useMutation({
    mutationFn: () => renewLinkKey(event.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: organizationKey('events') })
      showToast(t('renewed'))
    },
    onError: (error) => showFailure(errorText(error, t('renew_failed'))),
  })
  if (hidden === 0) return null
  const link = `${signupLink(event)}?k=${event.link_key}`
  return (
    <section className="grid grid-cols-1 gap-3">
      <div>
        <h3 className="text-base! font-semibold!">{t('by_link', { count: hidden })}</h3>
        <p className="text-hint text-ink-3">{t('by_link_hint')}</p>
      </div>
      <div className="flex gap-2">
        <p
          className="min-h-11 min-w-0 flex-1 truncate rounded-control border border-line-strong bg-surface px-3.5 py-2.5"
          title={link}
        >
          {link.replace(/^https?:\/\//, '')}
        </p>
        <CopyButton onCopy={() => copySignupLink(event, link)} />
      </div>
      {mayPlan && !event.archived && (
        <Button
          kind="quiet"
          className="justify-self-start"
          busy={renewal.isPending && t('renewing')}
          onClick={() => renewal.mutate()}
        >
          {t('renew')}
        </Button>
      )}
    </section>
  )
}

/** What the public page shows at first. */
function Narrowed({
  event,
  search,
  onChange,
}: {
  event: Event
  search: Record<string, string>
  onChange: (search: Record<string, string>) => void
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const { data: shifts = [] } = useQuery(shiftsQuery(event.id))
  const days = [...new Set(shifts.map((shift) => daysOfShift(shift, event.time_zone)[0]))].toSorted()
  const roles = event.roles.filter(({ shift_count }) => shift_count > 0)
  const change = (name: string, value: string) => {
    const { [name]: _before, ...others } = search
    onChange(value ? { ...others, [name]: value } : others)
  }
  if (shifts.length < 2) return null
  return (
    <div className="grid grid-cols-2 items-center gap-3">
      {roles.length > 1 && (
        <NativeSelect
          label={t('role')}
          value={search['role'] ?? ''}
          onChange={({ target }) => change('role', target.value)}
        >
          <option value="">{t('all_roles')}</option>
          {roles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
      {days.length > 1 && (
        <NativeSelect
          label={t('day')}
          value={search['day'] ?? ''}
          onChange={({ target }) => change('day', target.value)}
        >
          <option value="">{t('all_days')}</option>
          {days.map((day) => (
            <option key={day} value={day}>
              {format.calendarDay(day)}
            </option>
          ))}
        </NativeSelect>
      )}
      <Checkbox
        label={t('only_free')}
        checked={search['free'] === '1'}
        onChange={({ currentTarget }) => change('free', currentTarget.checked ? '1' : '')}
      />
    </div>
  )
}

/** The picture that chats show beside the link. */
function Preview({ event }: { event: Event }) {
  const t = useText()
  const language = useLanguage()
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 className="text-base! font-semibold!">{t('preview')}</h3>
        <p className="text-hint text-ink-3">{t('preview_hint')}</p>
      </div>
      <img
        src={`${publicPaths.publicEvent(event.id)}/preview.${language}.png`}
        alt={t('preview_of', { name: event.name })}
        width={1200}
        height={630}
        className="h-auto w-full rounded-card border border-line bg-sunken"
      />
    </section>
  )
}

function Code({ event, link }: { event: Event; link: string }) {
  const t = useText()
  const fileName = event.name.replaceAll(/[\\/:*?"<>|]/g, ' ').trim()
  const save = async (kind: 'png' | 'svg') => {
    try {
      saveFile(`${fileName}.${kind}`, kind === 'svg' ? writeCode(link) : await paintCode(link))
    } catch {
      showFailure(t('code_failed'))
    }
  }
  return (
    <section>
      <h3 className="mb-2 text-base! font-semibold!">{t('code')}</h3>
      <div className="flex flex-wrap items-center gap-5">
        <figure
          className="size-33 rounded-card border border-line bg-[#fff] p-2"
          aria-label={t('code_of', { name: event.name })}
        >
          <Suspense fallback={null}>
            <QrCode text={link} />
          </Suspense>
        </figure>
        <div className="grid justify-items-start gap-1">
          <a
            className={buttonClass({ kind: 'line' })}
            href={paths.event(event.id, '/poster')}
            target="_blank"
            rel="noreferrer"
          >
            {t('poster')}
          </a>
          {(['png', 'svg'] as const).map((kind) => (
            <Button key={kind} kind="quiet" onClick={() => void save(kind)}>
              <Icon name="download" size="medium" />
              {kind.toUpperCase()}
            </Button>
          ))}
        </div>
      </div>
    </section>
  )
}
