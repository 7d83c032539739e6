import { createContext, type HTMLAttributes, type ReactElement, useContext } from "react"

/**
 * How the server writes the rows of a list that only show something: `key` says everything that the row's text depends
 * on. In a browser there is none, and React draws the rows.
 */
export type WriteRow = (key: string, draw: () => ReactElement) => string

export const RowTexts = createContext<WriteRow | undefined>(undefined)

type KeptProps = Omit<HTMLAttributes<HTMLElement>, "children"> & {
  as: "details" | "div" | "li" | "nav" | "section" | "span" | "svg" | "tr" | "ul"
  /** of a drawing */
  viewBox?: string
  /** of details */
  open?: boolean
  /** all that the markup within depends on; without it, it isn't worth keeping */
  of: unknown
  draw: () => ReactElement
}

/**
 * An element whose inner markup the server keeps. In a browser React takes it over as if it had drawn it: so no two texts may
 * lie beside each other in it, and it depends on no context.
 */
export function Kept({ as, of, draw, ...rest }: KeptProps) {
  // All of them take what is given here, a drawing too.
  const Element = as as "div"
  const kept = useKeptText(of, draw)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup of the same content
  if (kept !== undefined) return <Element {...rest} dangerouslySetInnerHTML={{ __html: kept }} />
  return <Element {...rest}>{draw()}</Element>
}

function useKeptText(of: unknown, draw: () => ReactElement): string | undefined {
  const write = useContext(RowTexts)
  return import.meta.env.SSR && of !== undefined ? write?.(JSON.stringify(of), draw) : undefined
}
