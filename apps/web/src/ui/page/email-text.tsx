/** Lets a long address break between its parts rather than within a word. */
export function EmailText({ email }: { email: string }) {
  const [name, ...more] = email.split(/(?=[@.])/)
  return (
    <span translate="no">
      {/* biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal, and never move */}
      {[name, ...more.flatMap((part, index) => [<wbr key={index} />, part])]}
    </span>
  )
}
