import { Component, type ReactNode, useEffect } from 'react'
import { useWords } from '../i18n/words.ts'
import { buttonClass } from '../ui/controls/button.tsx'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'

type Props = { pathname: string; children: ReactNode }

/** A file of a page that cannot be loaded, as offline or after an update, leaves the menu in place. */
export class PageBoundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override componentDidUpdate({ pathname }: Props): void {
    if (pathname !== this.props.pathname && this.state.error !== undefined) {
      this.setState({ error: undefined })
    }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!isLoadFailure(error)) throw error
    return <PageNotLoaded />
  }
}

/** Browsers have no code for it: Chromium and Firefox say the first, Safari the second, Vite the third. */
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
