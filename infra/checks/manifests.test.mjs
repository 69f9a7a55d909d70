import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCompose, checkKubernetes } from './manifests.mjs'

const COMPOSE = `
x-base: &base { image: muster, restart: always }
services:
  server: { <<: *base, deploy: { replicas: 2 } }
`

const KUBERNETES = `
apiVersion: v1
kind: Service
metadata: { name: muster }
spec: { ports: [{ port: 80 }] }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: muster }
spec: { minAvailable: 1 }
`

test('finds nothing in files as the schemas want them', () => {
  assert.deepEqual(checkCompose(COMPOSE), [])
  assert.deepEqual(checkKubernetes(KUBERNETES), [])
})

test('a field that Compose does not know', () => {
  assert.deepEqual(checkCompose(COMPOSE.replace('restart', 'restarts')), [
    'compose /services/server must NOT have additional properties restarts',
  ])
})

test('a value of another type in Compose', () => {
  assert.match(
    checkCompose(COMPOSE.replace('replicas: 2', 'replicas: [2]')).join(),
    /replicas must be integer/,
  )
})

test('a field that Kubernetes does not know', () => {
  const found = checkKubernetes(KUBERNETES.replace('minAvailable', 'minAvailible'))
  assert.equal(found.length, 1)
  assert.match(found[0], /^kubernetes PodDisruptionBudget: .*'?minAvailible/)
})

test('a value of another type, a kind that does not exist, an object without kind in Kubernetes', () => {
  assert.match(
    checkKubernetes(KUBERNETES.replace('port: 80', 'port: eighty')).join(),
    /kubernetes Service: Type/,
  )
  assert.match(checkKubernetes(KUBERNETES.replace('kind: Service', 'kind: Servise')).join(), /Servise/)
  assert.match(
    checkKubernetes(KUBERNETES.replace('kind: Service\n', '')).join(),
    /without apiVersion or kind/,
  )
})
