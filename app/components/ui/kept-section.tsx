import type { ReactElement } from "react"
import { currentFormats } from "~/utils/formats"
import { useIsLimited } from "./limits"
import { Kept } from "./row-texts"

type KeptSectionProps = {
  id?: string
  /** what it is, then all that it shows; without it, it isn't kept */
  of: readonly unknown[] | undefined
  draw: () => ReactElement
}

/**
 * A section that only shows something and leads somewhere: the server keeps its markup for readers who may open every screen.
 * As in all that is kept, no two texts may lie beside each other.
 */
export function KeptSection({ id, of, draw }: KeptSectionProps) {
  const isLimited = useIsLimited()
  const shown = of && !isLimited ? [...of, currentFormats()] : undefined
  return <Kept as="section" className="section" id={id} of={shown} draw={draw} />
}
