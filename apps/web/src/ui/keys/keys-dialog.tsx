import { Fragment } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Dialog } from '../overlays/dialog.tsx'
import { allKeys, keysEverywhere, keysOf } from './keys.ts'
import { areSingleKeysOn } from './single-keys.ts'
import { useKeysText } from './texts.ts'

/** Without a path it lists the keys of all pages. */
export default function KeysDialog({ pathname, onClose }: { pathname?: string; onClose: () => void }) {
  const t = useKeysText()
  const areOn = areSingleKeysOn()
  const ofPages = pathname === undefined ? allKeys : keysOf(pathname)
  const groups = [...ofPages, { group: 'everywhere', keys: keysEverywhere } as const]
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {!areOn && <p className="mb-4 text-ink-2">{t('are_off')}</p>}
      <div className="grid gap-5">
        {groups.map(({ group, keys }) => (
          <section key={group} aria-labelledby={`keys-${group}`}>
            <h3 id={`keys-${group}`} className="mb-1 text-meta font-semibold text-ink-2">
              {t(`group.${group}`)}
            </h3>
            <dl className="divide-y divide-line border-y border-line">
              {keys.map(({ keys: pressed, does }) => (
                <div key={does} className="flex items-center justify-between gap-4 py-1">
                  <dt>{t(`does.${does}`)}</dt>
                  <dd className="flex flex-none items-center gap-1.5 text-meta text-ink-2">
                    {pressed.map((key, at) => (
                      <Fragment key={key}>
                        {at > 0 && <span className="sr-only">{t('or')}</span>}
                        <kbd className="inline-grid min-w-7 place-items-center rounded-small border border-line-strong px-1.5 py-0.5 font-semibold">
                          {key}
                        </kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p>
          <Link to={paths.account} onClick={onClose}>
            {t(areOn ? 'switch_off' : 'switch_on')}
          </Link>
        </p>
      </div>
    </Dialog>
  )
}
