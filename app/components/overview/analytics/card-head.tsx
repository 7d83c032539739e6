import { paths } from "~/utils/paths"

export type Address = {
  months?: string
  until?: string
  compare?: string
  teacher?: string
  instrument?: string
}

type CardHeadProps = {
  title: string
  /** the days it is about, where they aren’t the months chosen */
  about?: string
  /** what its file is called in the address, and what was chosen */
  file: string
  address: Address
  heading?: "h2" | "h3" | "h4"
}

/** The heading of a card with its file beside it. */
export function CardHead({ title, about, file, address, heading: Heading = "h3" }: CardHeadProps) {
  return (
    <header>
      <Heading>{title}</Heading>
      <span className="dim">
        {about ? `${about} ` : null}
        <a
          className="no-print"
          href={paths.figureFile({ ...address, card: file })}
          download
          aria-label={`Download CSV: ${title}`}
        >
          Download CSV
        </a>
      </span>
    </header>
  )
}
