export function Sections({
  sections,
  heading: Heading,
}: {
  sections: readonly { title: string; text: string }[]
  heading: 'h2' | 'h3'
}) {
  return sections.map(({ title, text }) => (
    <section key={title}>
      <Heading>{title}</Heading>
      <p className="mt-1">{text}</p>
    </section>
  ))
}
