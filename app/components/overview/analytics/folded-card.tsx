import type { ReactNode } from "react"
import { type Address, CardFile } from "./card-head"

type FoldedCardProps = {
  title: string
  /** the days it is about, where they aren’t the months chosen */
  about?: string
  /** what its file is called in the address, and what was chosen; a card without a table has none */
  file?: string
  address: Address
  children: ReactNode
}

/** A table behind its title, with its file. Paper shows it open. */
export function FoldedCard({ title, about, file, address, children }: FoldedCardProps) {
  return (
    <details className="section folded">
      <summary>
        <h2>{title}</h2>
      </summary>
      {file || about ? (
        <p className="dim">
          {about ? `${about} ` : null}
          {file ? <CardFile title={title} file={file} address={address} /> : null}
        </p>
      ) : null}
      {children}
    </details>
  )
}
