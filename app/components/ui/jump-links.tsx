type JumpLinksProps = { to: readonly { id: string; label: string }[] }

/** On a phone, where a page is many screens long: its parts, so that the last one is a press away. */
export function JumpLinks({ to }: JumpLinksProps) {
  if (to.length < 2) return null
  return (
    <nav className="filter-chips no-print sm:hidden" aria-label="On this page">
      {to.map(({ id, label }) => (
        <a key={id} href={`#${id}`}>
          {`${label} `}
        </a>
      ))}
    </nav>
  )
}
