import { type ReactNode, useState } from 'react'
import { useWords } from '../../i18n/words.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Linkified } from '../../ui/page/linkified.tsx'
import { usePublicText } from './texts.ts'

const SHOWN_LINES = 3
/** Estimate for the columns of both phone and desktop. */
const LETTERS_PER_LINE = 42

type ShortenedTextProps = {
  /** Id of the text, which is the target of the link. */
  id: string
  text: string
  className: string
  /** Whether desktops show the whole text, because its lines are longer there. */
  isWholeOnDesktop?: boolean
  /** Beside "Show all". */
  children?: ReactNode
}

/** The lines are estimated, so that the server renders what the browser does. */
export function ShortenedText({
  id,
  text,
  className,
  isWholeOnDesktop = false,
  children,
}: ShortenedTextProps) {
  const [isOpen, setOpen] = useState(false)
  const isLong = countLines(text) > SHOWN_LINES
  const isClamped = isLong && !isOpen
  const clamp = isClamped ? 'line-clamp-3 target:line-clamp-none print:line-clamp-none' : ''
  const onDesktop = isLong && isWholeOnDesktop
  return (
    <>
      {text && (
        <p id={id} className={`${className} ${clamp} ${onDesktop ? 'desktop:line-clamp-none' : ''}`}>
          <Linkified text={text} isClamped={isClamped && !isWholeOnDesktop} />
        </p>
      )}
      {(isLong || children) && (
        <div className={`-mx-3 flex flex-wrap print:hidden ${onDesktop ? 'desktop:hidden' : ''}`}>
          {isLong && <ShowAll id={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
          {children}
        </div>
      )}
    </>
  )
}

function countLines(text: string): number {
  return text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS_PER_LINE)), 0)
}

type ShowAllProps = { id: string; isOpen: boolean; onToggle: () => void }

/** Before the scripts are loaded, the text is the target of the link. */
function ShowAll({ id, isOpen, onToggle }: ShowAllProps) {
  const t = usePublicText()
  const words = useWords()
  return (
    <a
      className={buttonClass({ kind: 'quiet' })}
      href={`#${id}`}
      aria-expanded={isOpen}
      onClick={(press) => {
        press.preventDefault()
        onToggle()
      }}
    >
      {isOpen ? t('show_less') : words('show_all')}
    </a>
  )
}
