import { STATUS_CODES } from 'node:http'
import { contract } from '@muster/contract/contract'
import type { ErrorCode } from '@muster/contract/errors'
import { listEndpoints } from '@muster/contract/openapi/document'
import { exampleOfRefusal, sentenceOf } from '@muster/contract/openapi/refusals'
import { paletteCss } from '@muster/contract/palette'
import { errorStatuses, refusalsOf } from '@muster/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../edge/refusal.ts'
import { type Html, html, writeDocument } from './html.ts'

export const DOCS_ICON = '/docs/static/theme/favicon.svg'
const CSS = '/docs/errors/page.css'

/** Serves a page for every error code, and a list of them. In English, like the API description that links them. */
export function installErrorPages(app: FastifyInstance): void {
  app.get('/docs/errors', (_request, reply) => reply.type('text/html; charset=utf-8').send(listPage()))
  app.get<{ Params: { code: string } }>('/docs/errors/:code', ({ params }, reply) => {
    if (!isCode(params.code)) throw notFound('not_found')
    return reply.type('text/html; charset=utf-8').send(errorPage(params.code))
  })
  app.get(CSS, (_request, reply) => reply.type('text/css; charset=utf-8').send(PAGE_CSS))
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatuses, code)
const CODES = Object.keys(errorStatuses).filter(isCode)

function listPage(): string {
  const rows = CODES.map(
    (code) =>
      html`<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${errorStatuses[code].join(', ')}</td><td>${sentenceOf(code)}</td></tr>`,
  )
  return writePage(
    'Errors',
    html`<h1>Errors</h1>
<p>Every refusal has one body: a sentence for people in <code>error</code>, in the language of <code>Accept-Language</code>, and
one of these codes in <code>code</code>. New codes may be added: treat an unknown one by its status.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Sentence</th></tr></thead><tbody>${rows}</tbody></table>`,
  )
}

function errorPage(code: ErrorCode): string {
  const statuses = errorStatuses[code].map(
    (status) =>
      html`<h2>${status} ${STATUS_CODES[status]}</h2><p>${WHAT_TO_DO[status] ?? 'Repeating the request does not help.'}</p>`,
  )
  const example = JSON.stringify(exampleOfRefusal(code)['value'], null, 2)
  return writePage(
    code,
    html`<p><a href="/docs/errors">All errors</a></p>
<h1><code>${code}</code></h1>
<p>${sentenceOf(code)}</p>
<p lang="sv">${sentenceOf(code, 'sv')}</p>
${statuses}
<h2>Example</h2>
<pre>${example}</pre>
<h2>Answered by</h2>
${listOperations(code)}`,
  )
}

function listOperations(code: ErrorCode): Html {
  const operations = operationsByCode().get(code)
  if (!operations) return html`<p>Pages, files and connections; no operation of the API.</p>`
  const items = operations.map(
    ({ route, operation_id }) =>
      html`<li><a href="/docs#/${operation_id.split('.')[0]}/${operation_id}"><code>${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}</code></a></li>`,
  )
  return html`<ul>${items}</ul>`
}

type Endpoint = ReturnType<typeof listEndpoints>[number]

let by_code: Map<ErrorCode, Endpoint[]> | undefined

/** Reads the contract once per process. */
function operationsByCode(): Map<ErrorCode, Endpoint[]> {
  if (by_code) return by_code
  by_code = new Map()
  for (const endpoint of listEndpoints(contract)) {
    for (const code of new Set([...refusalsOf(endpoint.route).values()].flat()))
      by_code.set(code, [...(by_code.get(code) ?? []), endpoint])
  }
  return by_code
}

/** D3 */
const WHAT_TO_DO: Record<number, string> = {
  400: 'Change the request before sending it again. Of a field that is not valid, "issues" says what is wrong.',
  401: 'Sign in, or get a new access token with POST /auth/refresh.',
  404: 'Check the id or the link. What belongs to another organization is answered like what does not exist.',
  405: 'The header Allow has the methods of this address.',
  409: 'The request was understood, and a rule refused it. Read the data again before deciding what to do.',
  413: 'Send at most 64 KiB.',
  415: 'Send JSON, with the header Content-Type: application/json.',
  422: 'Use a new key for a request with another body.',
  429: 'Wait as many seconds as the header Retry-After says.',
  500: 'Send the request again later. If it repeats itself, tell the operator of the server.',
  503: 'Send the request again after as many seconds as the header Retry-After says.',
}

function writePage(title: string, content: Html): string {
  return writeDocument({
    language: 'en',
    title: `${title} · Muster API`,
    css: CSS,
    icon: DOCS_ICON,
    is_private: false,
    body: html`<header><a href="/docs">Muster API</a></header>
<main>
${content}
</main>`,
  })
}

const PAGE_CSS = `
:root { color-scheme: light dark; ${paletteCss} }
* { box-sizing: border-box }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
header, main { max-width: 880px; margin: 0 auto; padding: 16px 20px; overflow-wrap: anywhere }
header { font-weight: 700 }
a { color: var(--primary); text-underline-offset: 0.2em }
h1 { margin: 0 0 12px; font-size: 28px; line-height: 1.2 }
h2 { margin: 28px 0 4px; font-size: 18px }
p { margin: 0 0 8px; color: var(--ink-2) }
pre { margin: 0; padding: 12px; background: var(--sunken); white-space: pre-wrap }
ul { margin: 0; padding-left: 20px }
table { border-collapse: collapse; width: 100% }
th, td { padding: 6px 12px 6px 0; overflow-wrap: break-word; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
`
