import type { Event } from '@muster/contract/events'
import { inEventStates } from '@muster/contract/rules/in-event'
import { useQuery } from '@tanstack/react-query'
import { cva } from 'class-variance-authority'
import { SelectBox } from '../../ui/controls/native-select.tsx'
import { listChoices } from '../events/order.ts'
import { tagsQuery } from '../tags/api.ts'
import { useText } from './texts.ts'
import type { Directory } from './use-directory.ts'
import { type ChangeFilters, type PeopleFilters, reaches } from './use-people-filters.ts'

const pressClass = cva([
  'relative inline-flex min-h-11 flex-none items-center justify-center gap-1.5 border border-line-strong bg-surface px-3 text-compact leading-tight font-semibold whitespace-nowrap text-ink-2',
  'hover:bg-sunken aria-pressed:z-1 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary aria-pressed:inner-border-primary aria-pressed:forced-highlight focus-visible:z-2 desktop:pointer-fine:min-h-10',
  'max-desktop:rounded-full desktop:-ml-px desktop:first:ml-0 desktop:first:rounded-l-control desktop:last:rounded-r-control',
])

const selectClass = 'toolbar-select max-w-56 flex-none'

/** Every choice is in the address (D38). */
export function PeopleFilters({
  directory: { event, events, counts, all, isLarge },
  filters,
  onFilter,
}: {
  directory: Directory
  filters: PeopleFilters
  onFilter: ChangeFilters
}) {
  const t = useText()
  const { data: tags = [] } = useQuery(tagsQuery())
  return (
    <>
      {event && (
        <>
          <SelectBox
            narrow
            className={selectClass}
            aria-label={t('filter.event')}
            value={event.id}
            onChange={({ currentTarget }) => onFilter({ event: currentTarget.value, answer: undefined })}
          >
            {listChoices(events, event.id).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectBox>
          <fieldset className="flex flex-none gap-2 desktop:gap-0">
            <legend className="sr-only">{t('filter.show', { event: event.name })}</legend>
            {([undefined, ...inEventStates] as const).map((state) => (
              <button
                key={state ?? ''}
                type="button"
                className={pressClass()}
                aria-pressed={filters.show === state}
                onClick={() => onFilter({ show: state, event: event.id })}
              >
                {t(`filter.${state ?? 'all'}`)}
                {/* The width is kept until they are counted. */}
                <span className="min-w-4 font-normal tabular-nums">{state ? counts?.[state] : all}</span>
              </button>
            ))}
          </fieldset>
          <AnswerFilter event={event} value={filters.answer} onFilter={onFilter} />
        </>
      )}
      {(tags.length > 0 || filters.tag !== undefined) && (
        <SelectBox
          narrow
          className={selectClass}
          aria-label={t('filter.tag')}
          value={filters.tag ?? ''}
          onChange={({ currentTarget }) => onFilter({ tag: currentTarget.value || undefined })}
        >
          <option value="">{t('filter.all_tags')}</option>
          {[...new Set([...tags.map(({ name }) => name), ...(filters.tag ? [filters.tag] : [])])].map(
            (name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ),
          )}
        </SelectBox>
      )}
      <SelectBox
        narrow
        className={selectClass}
        aria-label={t('filter.reach')}
        value={filters.reach ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ reach: reaches.find((each) => each === value) })
        }
      >
        <option value="">{t('filter.any_reach')}</option>
        {reaches.map((each) => (
          // The server does not know which numbers are landlines.
          <option key={each} value={each} disabled={each === 'landline' && isLarge}>
            {t(`filter.${each}`)}
          </option>
        ))}
      </SelectBox>
    </>
  )
}

/** D51: an answer to a question of the event that has answers to choose from. */
function AnswerFilter({
  event,
  value,
  onFilter,
}: {
  event: Event
  value: string | undefined
  onFilter: ChangeFilters
}) {
  const t = useText()
  const asked = event.questions.filter(({ kind }) => kind !== 'text')
  if (asked.length === 0) return null
  return (
    <SelectBox
      narrow
      className={selectClass}
      aria-label={t('filter.answer')}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onFilter({ answer: currentTarget.value || undefined, event: event.id })
      }
    >
      <option value="">{t('filter.any_answer')}</option>
      {asked.map(({ id, kind, label, options }) => (
        <optgroup key={id} label={label}>
          {kind === 'yes_no'
            ? (['yes', 'no'] as const).map((word) => (
                <option key={word} value={`${id}:${word === 'yes'}`}>
                  {label} {t(`answer_${word}`)}
                </option>
              ))
            : options.map((option) => (
                <option key={option} value={`${id}:${option}`}>
                  {option}
                </option>
              ))}
        </optgroup>
      ))}
    </SelectBox>
  )
}
