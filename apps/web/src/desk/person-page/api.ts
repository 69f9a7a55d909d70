import { callForHeaders, type Given } from '../../api/call.ts'
import { once } from '../../api/once.ts'

type Move = Given<'assignments', 'moveAssignment'>['body']

/** The message waits, and the batch undoes it (D46). */
export function moveAssignment(id: string, body: Move): Promise<{ batch_id: string }> {
  return once(['moveAssignment', id, body], async (headers) => {
    const moved = await callForHeaders('assignments', 'moveAssignment', { params: { id }, headers, body })
    return { batch_id: moved.headers.get('undo-batch') ?? '' }
  })
}
