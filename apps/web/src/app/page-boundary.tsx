import { Component, type ReactNode, useEffect } from 'react'
import { useWords } from '../i18n/words.ts'
import { buttonClass } from '../ui/controls/button.tsx'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'

type Props = { pathname: string; children: ReactNode }
type State = { pathname: string; error?: unknown }

/** Keeps the menu in place when a file of a page cannot be loaded, for example offline or after an update. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { pathname: this.props.pathname }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  /** Resets the failure when another page is opened. */
  static getDerivedStateFromProps({ pathname }: Props, state: State): State | null {
    return pathname === state.pathname ? null : { pathname, error: undefined }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!isLoadFailure(error)) throw error
    return <PageNotLoaded />
  }
}

/** Browsers have no error code for this: Chromium and Firefox say the first, Safari the second, Vite the third. */
const isLoadFailure = (error: unknown) =>
  error instanceof Error && /imported module|module script|preload CSS/.test(error.message)

function PageNotLoaded() {
  const words = useWords()
  useEffect(() => {
    const open = () => location.reload()
    addEventListener('online', open)
    return () => removeEventListener('online', open)
  }, [])
  return (
    <ErrorPanel text={words(navigator.onLine ? 'errors.page_failed' : 'errors.page_offline')}>
      <a className={buttonClass({ kind: 'line' })} href={location.pathname + location.search}>
        {words('try_again')}
      </a>
    </ErrorPanel>
  )
}
