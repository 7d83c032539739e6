import type { ReactElement } from "react"
import { Kept } from "./row-texts"

type KeptSectionProps = {
  id?: string
  /** what it is, then all that it shows; without it, it isn't kept */
  of: readonly unknown[] | undefined
  draw: () => ReactElement
}

/**
 * A section that only shows something and leads somewhere: the server keeps its markup. As in all that is
 * kept, no two texts may lie beside each other.
 */
export function KeptSection({ id, of, draw }: KeptSectionProps) {
  return <Kept as="section" className="section" id={id} of={of} draw={draw} />
}
