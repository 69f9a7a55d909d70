import cookie from '@fastify/cookie'
import { factors } from '@muster/contract/factors'
import type { FastifyInstance } from 'fastify'
import { identityOf } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { handlers, mount } from '../../edge/mount.ts'
import { invalid } from '../../edge/refusal.ts'
import type { SessionGate } from '../session/gate.ts'
import { readBrowser } from '../session/read-browser.ts'
import { createPreviousEnd, createSessionAnswer } from '../session/routes.ts'
import { challengeFactor } from './challenge-factor.ts'
import { enrolFactor } from './enrol-factor.ts'
import { getOwnPhone, listOwnFactors } from './list-own-factors.ts'
import {
  addPasskey,
  describeLogin,
  describeNewPasskey,
  describePasskeys,
  logInWithPasskey,
} from './passkeys.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { removeFactor, removePasskey } from './remove-factor.ts'
import { renamePasskey } from './rename-passkey.ts'
import { type Proof, verifySecondFactor } from './verify-second-factor.ts'

export function installFactors(app: FastifyInstance, deps: Deps, gate: SessionGate): void {
  // A separate scope, as in `session`, because it sets the refresh cookie.
  app.register(async (scope) => {
    await scope.register(cookie)
    mount(scope, factors, factorRoutes(app, deps, gate))
  })
}

function factorRoutes(app: FastifyInstance, deps: Deps, gate: SessionGate) {
  const answer = createSessionAnswer(app, deps)
  const endPrevious = createPreviousEnd(deps, gate)
  return handlers(factors, {
    async challengeSecondFactor({ body: { method, factor_id }, request }) {
      const identity = identityOf(request)
      if (method === 'passkey') return { status: 200, body: await describePasskeys(deps, identity) }
      const phone = await getOwnPhone(deps, identity, factor_id)
      const { id, expires_at } = await challengeFactor(deps, identity, phone.id)
      return { status: 200, body: { challenge_id: id, expires_at, options: null } }
    },

    async verifySecondFactor({ body, request, reply }) {
      const proof = readProof(body)
      const { ip } = request
      return answer(await verifySecondFactor(deps, gate, identityOf(request), { proof, ip }), reply)
    },

    async getPasskeyOptions({ request }) {
      return { status: 200, body: await describeLogin(deps, request.ip) }
    },

    async verifyPasskey({ body, request, reply }) {
      const started = await logInWithPasskey(deps, { ...body, ...readBrowser(request) })
      await endPrevious(request)
      return answer(started, reply)
    },

    async listFactors({ request }) {
      return { status: 200, body: await listOwnFactors(deps, identityOf(request)) }
    },

    async enrolFactor({ body, request }) {
      return { status: 201, body: await enrolFactor(deps, identityOf(request), body) }
    },

    async removeFactor({ params, request }) {
      await removeFactor(deps, gate, identityOf(request), params.id)
      return { status: 204, body: undefined }
    },

    async createRecoveryCodes({ request, reply }) {
      reply.header('cache-control', 'no-store')
      return { status: 201, body: { codes: await createRecoveryCodes(deps, identityOf(request)) } }
    },

    async getNewPasskeyOptions({ request }) {
      return { status: 200, body: await describeNewPasskey(deps, identityOf(request)) }
    },

    async addPasskey({ body, request }) {
      return { status: 201, body: await addPasskey(deps, gate, identityOf(request), body) }
    },

    async renamePasskey({ params, body, request }) {
      return { status: 200, body: await renamePasskey(deps, identityOf(request), { id: params.id, ...body }) }
    },

    async removePasskey({ params, request }) {
      await removePasskey(deps, gate, identityOf(request), params.id)
      return { status: 204, body: undefined }
    },
  })
}

/** Throws 400 if a field that the method needs is missing. */
function readProof({
  method,
  code,
  challenge_id,
  factor_id,
  response,
}: {
  method: Proof['method']
  code?: string | undefined
  challenge_id?: string | undefined
  factor_id?: string | undefined
  response?: Extract<Proof, { method: 'passkey' }>['response'] | undefined
}): Proof {
  if (method === 'passkey') {
    if (response === undefined) throw invalid('response', 'empty')
    if (challenge_id === undefined) throw invalid('challenge_id', 'empty')
    return { method, response, challenge_id }
  }
  if (code === undefined) throw invalid('code', 'empty')
  if (method === 'totp') return { method, code, factor_id }
  if (method === 'recovery') return { method, code }
  if (challenge_id === undefined) throw invalid('challenge_id', 'empty')
  return { method, code, challenge_id }
}
