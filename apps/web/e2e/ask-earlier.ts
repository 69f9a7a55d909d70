import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client, type ClientConfig } from 'pg'

/**
 * Makes the question about the shift's new time, and the e-mail that asked it, older by `hours` (V1), in the database
 * of the app at `address`.
 */
export async function askEarlier(address: string, shift_id: string, hours: number): Promise<void> {
  const client = new Client(readConnection(address))
  await client.connect()
  const earlier = (time: string) => `(${time})::timestamptz - make_interval(hours => ${hours})`
  const earlierText = (time: string) => `to_char(${earlier(time)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  try {
    await client.query(
      `update message set sent_at = ${earlier('sent_at')}, payload = jsonb_set(payload, '{shifts}', (
         select jsonb_agg(asked || jsonb_build_object(
           'asked_at', ${earlierText(`asked->>'asked_at'`)}, 'confirm_by', ${earlierText(`asked->>'confirm_by'`)}))
         from jsonb_array_elements(payload->'shifts') as asked))
       where template = 'shift_changed' and person_id in (select person_id from assignment where shift_id = $1)`,
      [shift_id],
    )
    await client.query(
      `update assignment set responded_at = ${earlier('responded_at')}, asked_again_at = ${earlier('asked_again_at')}
       where shift_id = $1`,
      [shift_id],
    )
  } finally {
    await client.end()
  }
}

/** Returns the connection to the embedded database, whose port is line 4 of `postmaster.pid`. */
function readConnection(address: string): ClientConfig {
  const data = path.join(process.env['JOURNEY_DATA'] ?? '', new URL(address).port, 'postgres', 'data')
  const read = (file: string) => readFileSync(path.join(data, file), 'utf8').trim()
  return {
    host: '127.0.0.1',
    port: Number(read('postmaster.pid').split('\n')[3]),
    user: 'muster',
    password: read('password'),
    database: 'postgres',
  }
}
