import { renderSVG } from 'uqr'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { usePublicText } from './texts.ts'

export function QrCode({ address, onClose }: { address: string; onClose: () => void }) {
  const t = usePublicText()
  return (
    <Dialog title={t('qr')} onClose={onClose}>
      <img
        className="mx-auto w-full max-w-72 rounded-small"
        alt=""
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 3 }))}`}
      />
      <p className="mt-4 text-center">
        <a href={address}>{address}</a>
      </p>
    </Dialog>
  )
}
