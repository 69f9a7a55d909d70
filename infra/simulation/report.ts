import { assumptions } from './assumptions.ts'
import { limits } from './limits.ts'
import type { Costs } from './measured.ts'
import type { Kind } from './model/world.ts'
import type { Compared } from './replay-bench.ts'
import type { Quantiles, StepSummary, Summary } from './summary.ts'

const STEPS: Record<Kind, string> = {
  loop: 'Event loop of a process',
  turn: `Begin of a request, ${limits.requests_per_turn} in a turn of the loop`,
  queue: `Sign-ups of a shift, ${limits.signups_of_a_shift} in a process`,
  'look-ups': `Look-ups of answers “full”, ${limits.look_ups} in a process`,
  pool: `Connections, ${limits.connections} in a process`,
  cores: `Processors of the database, ${assumptions.database_cores}`,
  row: 'Lock of a shift’s row',
  notify: 'NOTIFY',
  line: `Line out, ${assumptions.bits_per_s / 1e9} Gbit/s`,
  confirmations: 'Confirmations, one worker',
}

/** Kinds of stations that are parts of a machine. The others hold a customer while it waits for these. */
const RESOURCES: Partial<Record<Kind, string>> = {
  loop: 'event loop',
  cores: 'database',
  notify: 'NOTIFY',
  line: 'line',
  confirmations: 'worker',
}

export type Simulated = {
  costs: Costs
  sources: readonly string[]
  compared: Compared[]
  summaries: Summary[]
}

export function writeFigures({ costs, sources, compared, summaries }: Simulated): string {
  return [
    '### Put in\n',
    `From ${sources.join(', ')}.\n`,
    table(['What', 'Per', 'Time or size'], listCosts(costs)),
    '### Measured beside simulated\n',
    table(['What', 'Measured', 'Simulated', 'Ratio', 'Put in'], compared.map(toComparedLine)),
    '### Answers and frames\n',
    table(ANSWER_COLUMNS, summaries.map(toAnswerLine)),
    ...groupByPeople(summaries.filter(({ plan }) => !plan.hides_names)).flatMap(([people, of_people]) => [
      `### Queueing: ${count(people)} people\n`,
      table(STEP_COLUMNS, listSteps(of_people)),
    ]),
    '### Amounts and cost\n',
    writeAmounts(summaries),
  ].join('\n')
}

function listCosts({
  signup,
  name,
  full,
  request,
  push,
  page,
  email,
  socket_bytes,
  process_bytes,
}: Costs): string[][] {
  return [
    ['Sign-up, in the process', 'sign-up', milliseconds(signup.api)],
    ['Sign-up, in the database', 'sign-up', milliseconds(signup.database)],
    ['The names on a shift, in the database', 'name', milliseconds(name)],
    ['Spread of both (σ of a lognormal distribution)', '', precise(signup.sigma)],
    ['Answer “full”, in the process', 'answer', milliseconds(full.api)],
    ['Answer “full”, in the database', 'answer', milliseconds(full.database)],
    ['Spread of both', '', precise(full.sigma)],
    ['A request answered from memory', 'request', milliseconds(request)],
    [`A frame of ${precise(push.frame_bytes / 1_024)} KiB`, 'viewer', milliseconds(push.viewer)],
    ['Each further KiB of an answer or frame', 'viewer', milliseconds(push.byte * 1_024)],
    [`The page, ${precise(page.bytes / 1_024)} KiB`, 'request', milliseconds(page.api)],
    ['Confirmation', 'e-mail', milliseconds(email)],
    ['Memory', 'socket', `${precise(socket_bytes / 1_024)} KiB`],
    ['Memory', 'process', `${count(process_bytes / 2 ** 20)} MiB`],
  ]
}

function toComparedLine({ what, unit, measured, simulated, is_put_in }: Compared): string[] {
  const show = (figure: number) => `${precise(figure)} ${unit}`.trim()
  const ratio = measured === 0 ? '–' : (simulated / measured).toFixed(2)
  return [what, show(measured), show(simulated), ratio, is_put_in ? 'yes' : 'no']
}

const ANSWER_COLUMNS = [
  'People',
  'Processes',
  'Confirmed',
  'Full',
  'Unanswered',
  'Places taken after',
  'Answer: median',
  'p95',
  'p99',
  'longest',
  'Last answer at',
  'Retries: busy',
  'no answer',
  'Frame: median',
  'p95',
  'Frames left out',
  'Never rests from second',
]

function toAnswerLine(summary: Summary): string[] {
  const { plan, answers, waited, taken_at, retries, shown } = summary
  return [
    `${count(plan.people)}${plan.hides_names ? ', names hidden' : ''}`,
    count(plan.processes),
    count(answers.confirmed),
    count(answers.full),
    count(summary.unanswered),
    taken_at === undefined ? 'some free' : duration(taken_at),
    ...(answers.confirmed + answers.full > 0
      ? [...quantileCells(waited), duration(summary.last_answer_at)]
      : Array.from({ length: 5 }, () => '–')),
    count(retries.busy),
    count(retries.no_answer),
    duration(shown.median),
    duration(shown.p95),
    count(summary.skipped),
    listSaturated(summary),
  ]
}

function listSaturated({ steps }: Summary): string {
  const saturated = steps
    .filter(({ kind, saturated_at }) => saturated_at !== undefined && RESOURCES[kind])
    .toSorted((one, other) => (one.saturated_at ?? 0) - (other.saturated_at ?? 0))
  return saturated.map(({ kind, saturated_at }) => `${RESOURCES[kind]} ${saturated_at}`).join(', ') || '–'
}

const STEP_COLUMNS = [
  'Step',
  'Processes',
  'Busy in the minute',
  'Busiest second',
  'Waiting: median',
  'p95',
  'p99',
  'longest',
  'Refused',
  'Longest queue',
]

function listSteps(summaries: readonly Summary[]): string[][] {
  const [first] = summaries
  return (first?.steps ?? []).flatMap(({ kind }) =>
    summaries.flatMap(({ plan, steps }) =>
      steps.filter((step) => step.kind === kind).map((step) => toStepLine(plan.processes, step)),
    ),
  )
}

function toStepLine(processes: number, step: StepSummary): string[] {
  return [
    STEPS[step.kind],
    count(processes),
    percent(step.busy),
    percent(step.busiest_second),
    ...quantileCells(step.waits),
    count(step.refused),
    count(step.queue_peak),
  ]
}

function writeAmounts(summaries: readonly Summary[]): string {
  const largest = summaries.filter(({ plan }) => plan.people === 200_000 && plan.processes === 20)
  const row = (what: string, price: string, amount: (summary: Summary) => string) => [
    what,
    ...largest.map(amount),
    price,
  ]
  return table(
    ['Amount', ...largest.map(({ plan }) => (plan.hides_names ? 'Names hidden' : 'Names shown')), 'Price'],
    [
      row('Requests to the processes', '–', ({ amounts }) => count(amounts.requests)),
      row('Sockets', '–', ({ amounts }) => count(amounts.sockets)),
      row('Frames to viewers', '–', ({ amounts }) => count(amounts.frames)),
      row(
        'Processor time of the processes',
        '`core_hour`',
        ({ amounts }) => `${precise(amounts.api_hours)} h`,
      ),
      row(
        'Processor time of the database',
        '`core_hour`',
        ({ amounts }) => `${precise(amounts.database_hours)} h`,
      ),
      row('Frames', '`gb_out`', gigabytes('frames')),
      row('States in the answers to joins', '`gb_out`', gigabytes('states')),
      row('Pages to the CDN', '`gb_out`', gigabytes('pages')),
      row('Pages from the CDN', '`cdn_page`', ({ amounts }) => count(amounts.pages)),
      row('of these asked of a process', '–', ({ amounts }) => count(amounts.pages_at_origin)),
      row('Memory: processes', '`gib_hour`', ({ amounts }) => `${precise(amounts.memory_gib.processes)} GiB`),
      row('Memory: sockets', '`gib_hour`', ({ amounts }) => `${precise(amounts.memory_gib.sockets)} GiB`),
      row(
        'Memory: buffers, at most',
        '`gib_hour`',
        ({ amounts }) => `${precise(amounts.memory_gib.buffers)} GiB`,
      ),
      row('E-mails', '`email`', ({ amounts }) => count(amounts.emails)),
      row('SMS', '`sms`', () => '0'),
    ],
  )
}

function gigabytes(what: keyof Summary['amounts']['gigabytes']): (summary: Summary) => string {
  return ({ amounts }) => `${precise(amounts.gigabytes[what])} GB`
}

function groupByPeople(summaries: readonly Summary[]): [number, Summary[]][] {
  const groups = new Map<number, Summary[]>()
  for (const summary of summaries) {
    const group = groups.get(summary.plan.people) ?? []
    groups.set(summary.plan.people, [...group, summary])
  }
  return [...groups]
}

function table(columns: readonly string[], lines: readonly (readonly string[])[]): string {
  const rows = [columns, columns.map((_, at) => (at === 0 ? '---' : '---:')), ...lines]
  return `${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

function quantileCells({ median, p95, p99, max }: Quantiles): string[] {
  return [median, p95, p99, max].map(duration)
}

function duration(ms: number): string {
  if (ms < 0.5) return '0'
  return ms < 1_000 ? `${ms.toFixed(0)} ms` : `${precise(ms / 1_000)} s`
}

const milliseconds = (ms: number) => `${Number(ms.toPrecision(3))} ms`
const percent = (share: number) => `${(100 * share).toFixed(0)} %`
const count = (figure: number) => Math.round(figure).toLocaleString('en')
const precise = (figure: number) =>
  figure.toLocaleString('en', { maximumFractionDigits: figure < 10 ? 2 : figure < 100 ? 1 : 0 })
