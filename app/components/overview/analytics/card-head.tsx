import { paths } from "~/utils/paths"

export type Address = {
  months?: string
  until?: string
  compare?: string
  teacher?: string
  instrument?: string
}

type CardProps = {
  title: string
  /** what its file is called in the address, and what was chosen */
  file: string
  address: Address
}

/** The way to a card's file. */
export const CardFile = ({ title, file, address }: CardProps) => (
  <a
    className="no-print"
    href={paths.figureFile({ ...address, card: file })}
    download
    aria-label={`Download CSV: ${title}`}
  >
    Download CSV
  </a>
)

/** The heading of a card with its file beside it. */
export const CardHead = (card: CardProps) => (
  <header>
    <h3>{card.title}</h3>
    <span className="dim">
      <CardFile {...card} />
    </span>
  </header>
)
