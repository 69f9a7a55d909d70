import type { Admission } from './admit.ts'
import type { Membership, Viewer } from './channel.ts'
import { type Pace, pace } from './pace.ts'
import { buildPush, type Push } from './wire.ts'

/** Changes within this long are one hint, ms: thousands of messages may be settled in a second. */
const GATHER = 250

type Watch = { organization_id: string; viewers: Set<Viewer>; pace: Pace }

type Opened = {
  admission: Admission
  /** The name of a thing's topic. */
  topic: (id: string) => string
  findOrganization: (id: string) => Promise<string | undefined>
}

/** Administrators who watch one thing of their organisation: hints to read it again (D1: another's is not found). */
export class MemberHints {
  readonly #opened: Opened
  readonly #watches = new Map<string, Watch>()

  constructor(opened: Opened) {
    this.#opened = opened
  }

  async join(id: string, payload: unknown, viewer: Viewer): Promise<Membership> {
    const { admission, findOrganization } = this.#opened
    const admitted = await admission.admit({
      findOrganization: () => findOrganization(id),
      stranger: 'not_found',
      payload,
    })
    const watch = this.#watches.get(id) ?? this.#openWatch(id, admitted.organization_id)
    viewer.accept('{}')
    watch.viewers.add(viewer)
    return admitted.hold(viewer, () => {
      watch.viewers.delete(viewer)
      if (watch.viewers.size > 0) return
      watch.pace.stop()
      if (this.#watches.get(id) === watch) this.#watches.delete(id)
    })
  }

  hint(id: string): void {
    this.#watches.get(id)?.pace.request()
  }

  /** Any of an organisation's may have changed. */
  hintAnyOf(organization_id: string): void {
    for (const watch of this.#watches.values()) {
      if (watch.organization_id === organization_id) watch.pace.request()
    }
  }

  /** Hints may have been lost. */
  hintAll(): void {
    for (const watch of this.#watches.values()) watch.pace.request()
  }

  #openWatch(id: string, organization_id: string): Watch {
    const push = buildPush(this.#opened.topic(id), 'changed', '{}')
    const viewers = new Set<Viewer>()
    const watch = {
      organization_id,
      viewers,
      pace: pace(
        () => tell(viewers, push),
        () => GATHER,
      ),
    }
    this.#watches.set(id, watch)
    return watch
  }
}

function tell(viewers: Set<Viewer>, push: Push): void {
  // Too slow for a hint: joining again makes it read everything.
  for (const viewer of viewers) if (!viewer.send(push)) viewer.end('phx_error', 'resync')
}
