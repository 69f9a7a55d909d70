import { Suspense, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { cardClass } from '../page/card.ts'
import { lazyPart } from '../page/lazy-part.tsx'
import { areSingleKeysOn, switchSingleKeys } from './single-keys.ts'
import { useKeysText } from './texts.ts'

const KeysDialog = lazyPart(() => import('./keys-dialog.tsx'))

/** Switches single keys off and on. */
export function KeysSection() {
  const t = useKeysText()
  const [isOn, setIsOn] = useState(areSingleKeysOn)
  const [isShown, setIsShown] = useState(false)
  return (
    <section className={cardClass({ className: 'grid max-w-160 justify-items-start gap-4' })}>
      <h2>{t('single')}</h2>
      <p>{t('single_text')}</p>
      <Checkbox
        label={t('single_on')}
        checked={isOn}
        onChange={({ target: { checked } }) => {
          switchSingleKeys(checked)
          setIsOn(checked)
        }}
      />
      <Button kind="line" onClick={() => setIsShown(true)}>
        {t('show')}
      </Button>
      {isShown && (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setIsShown(false)} />
        </Suspense>
      )}
    </section>
  )
}
