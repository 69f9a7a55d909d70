import { type Answer, call } from './call.ts'
import { once } from './once.ts'

/** D46 */
export function undoBatch(batch_id: string): Promise<Answer<'batches', 'undoBatch'>> {
  return once(['undoBatch', batch_id], (headers) =>
    call('batches', 'undoBatch', { params: { batch_id }, headers }),
  )
}
