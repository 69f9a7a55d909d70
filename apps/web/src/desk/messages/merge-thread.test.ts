import { expect, it } from 'vitest'
import { buildMessage } from '../../testing/build-person.ts'
import { mergeThread } from './merge-thread.ts'

const answer = (body_text: string, created_at: string) =>
  buildMessage({ direction: 'INBOUND', body_text, created_at })
const incoming = (sid: string, text: string, written_at: string) => ({ sid, text, written_at })
const texts = (...[history, thread]: Parameters<typeof mergeThread>) =>
  mergeThread(history, thread).map(({ body_text }) => body_text)

it('shows an answer before the server has it, where it belongs', () => {
  const history = [
    buildMessage({ body_text: 'Tack', created_at: '2026-05-02T14:20:00.000Z' }),
    buildMessage({ body_text: 'Kan du?', created_at: '2026-05-02T14:10:00.000Z' }),
  ]
  const live = [incoming('IM1', ' Ja!\r\n', '2026-05-02T14:15:00.000Z')]
  expect(texts(history, { incoming: live, statuses: [] })).toEqual(['Tack', 'Ja!', 'Kan du?'])
})

it('shows it once when the server has it too, whichever of them tells first', () => {
  const history = [answer('Ja!', '2026-05-02T14:15:04.000Z')]
  const live = [incoming('IM1', 'Ja!', '2026-05-02T14:15:00.000Z')]
  expect(mergeThread(history, { incoming: live, statuses: [] })).toEqual(history)
})

it('hears the same words twice, and is not fooled by those of yesterday', () => {
  const history = [
    answer('Ja', '2026-05-02T14:15:01.000Z'),
    answer('Ja', '2026-05-01T09:00:00.000Z'),
    buildMessage({ body_text: 'Ja', created_at: '2026-05-02T14:15:00.000Z' }),
  ]
  const live = [
    incoming('IM1', 'Ja', '2026-05-02T14:15:00.000Z'),
    incoming('IM2', 'Ja', '2026-05-02T14:15:30.000Z'),
  ]
  expect(mergeThread(history, { incoming: live, statuses: [] }).map(({ id }) => id)).toEqual([
    'IM2',
    ...[0, 1, 2].map((index) => history[index]?.id),
  ])
})

it('hears what became of ours, and no late word after the last', () => {
  const [sent, failed] = [buildMessage({ status: 'SENT' }), buildMessage({ status: 'FAILED' })]
  const statuses = [
    { message_id: sent.id, event: 'delivered' as const },
    { message_id: sent.id, event: 'accepted' as const },
    { message_id: failed.id, event: 'delivered' as const },
    { message_id: 'of-somebody-else', event: 'delivered' as const },
  ]
  expect(mergeThread([sent, failed], { incoming: [], statuses }).map(({ status }) => status)).toEqual([
    'DELIVERED',
    'FAILED',
  ])
})
