import { topics } from '@muster/contract/live'
import { type Admission, admit } from './admit.ts'
import type { Membership, Viewer } from './channels.ts'
import { type Pace, pace } from './pace.ts'
import { buildPush, type Push } from './wire.ts'

/** Messages settled within this long are one hint, ms: thousands may be settled in a second. */
const GATHER = 250

type Watch = { viewers: Set<Viewer>; pace: Pace }

type Opened = Admission & { findOrganization: (broadcast_id: string) => Promise<string | undefined> }

/** Administrators who watch a broadcast go out: hints to read its progress again (D29). */
export class BroadcastHints {
  readonly #opened: Opened
  readonly #watches = new Map<string, Watch>()

  constructor(opened: Opened) {
    this.#opened = opened
  }

  async join(broadcast_id: string, payload: unknown, viewer: Viewer): Promise<Membership> {
    const organization_id = await this.#opened.findOrganization(broadcast_id)
    const admitted = await admit(this.#opened, { organization_id, stranger: 'not_found', payload })
    const watch = this.#watches.get(broadcast_id) ?? this.#openWatch(broadcast_id)
    viewer.accept('{}')
    watch.viewers.add(viewer)
    return admitted.recheck(viewer, () => {
      watch.viewers.delete(viewer)
      if (watch.viewers.size > 0) return
      watch.pace.stop()
      if (this.#watches.get(broadcast_id) === watch) this.#watches.delete(broadcast_id)
    })
  }

  hint(broadcast_id: string): void {
    this.#watches.get(broadcast_id)?.pace.request()
  }

  /** Hints may have been lost. */
  hintAll(): void {
    for (const watch of this.#watches.values()) watch.pace.request()
  }

  #openWatch(broadcast_id: string): Watch {
    const push = buildPush(topics.broadcast(broadcast_id), 'changed', '{}')
    const viewers = new Set<Viewer>()
    const watch = {
      viewers,
      pace: pace(
        () => tell(viewers, push),
        () => GATHER,
      ),
    }
    this.#watches.set(broadcast_id, watch)
    return watch
  }
}

function tell(viewers: Set<Viewer>, push: Push): void {
  // Too slow for a hint: joining again makes it read everything.
  for (const viewer of viewers) if (!viewer.send(push)) viewer.end('phx_error', 'resync')
}
