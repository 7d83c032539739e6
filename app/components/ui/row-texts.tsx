import { createContext, type HTMLAttributes, type ReactElement, useContext } from "react"
import { currentFormats, type Formats } from "~/utils/formats"
import { LimitsProvider, useLimits } from "./limits"
import { numbering } from "./numbering"

/**
 * How the server writes the rows of a list that only show something: `key` says everything that the row's text depends
 * on. In a browser there is none, and React draws the rows.
 */
export type WriteRow = (key: string, draw: () => ReactElement) => string

export const RowTexts = createContext<WriteRow | undefined>(undefined)

/** What `WriteRow` is given. */
export type NamedRow = Parameters<WriteRow>

/** How the server puts many rows into a document, as the bytes it keeps of them: returns the mark that stands for them. */
export type PlaceRows = (rows: readonly NamedRow[]) => string

/** Undefined where a document's text is changed after it was drawn. */
export const RowPlaces = createContext<PlaceRows | undefined>(undefined)

/**
 * Writes what depends on `of`, on `look`, on the school's formats and on what the reader may open, and on nothing else.
 * Undefined in a browser.
 */
export function useRowWriter(look: string): ((of: unknown, draw: () => ReactElement) => string) | undefined {
  const write = useContext(RowTexts)
  const name = useRowNames(look)
  return write && name && ((of, draw) => write(...name(of, draw)))
}

/** The same for all rows of a table. */
export function useRowsWriter<Row>(
  look: string,
):
  | ((rows: readonly Row[], ofRow: (row: Row) => unknown, draw: (row: Row) => ReactElement) => string)
  | undefined {
  const write = useContext(RowTexts)
  const place = useContext(RowPlaces)
  const name = useRowNames(look)
  if (!write || !name) return undefined
  return (rows, ofRow, draw) => {
    const named = rows.map((row) => name(ofRow(row), () => draw(row)))
    return place ? place(named) : named.map((row) => write(...row)).join("")
  }
}

/** Names what is drawn by all that it depends on. */
function useRowNames(look: string): ((of: unknown, draw: () => ReactElement) => NamedRow) | undefined {
  const limits = useLimits()
  if (!import.meta.env.SSR) return undefined
  const formats = currentFormats()
  const shared = limits ? numberOf(JSON.stringify([look, formats, limits])) : sharedNumber(look, formats)
  // It is written apart from its page: what its reader may open comes along.
  const within = (draw: () => ReactElement) => () => <LimitsProvider value={limits}>{draw()}</LimitsProvider>
  return (of, draw) => [`${shared} ${JSON.stringify(of)}`, limits ? within(draw) : draw]
}

/** By the formats’ object, which stays the same while a page is drawn. */
const numbersIn = new WeakMap<Formats, Map<string, number>>()

/** The number of a look for a reader who may open everything. */
function sharedNumber(look: string, formats: Formats): number {
  const known = numbersIn.get(formats) ?? new Map<string, number>()
  numbersIn.set(formats, known)
  if (known.size >= mostLooks) known.clear()
  const number = known.get(look) ?? numberOf(JSON.stringify([look, formats]))
  known.set(look, number)
  return number
}

/** Looks that hold an address are many: beyond these all get new numbers. */
const mostLooks = 2000
/** Short, because it is part of the key of each row. */
const numberOf = numbering(mostLooks)

type KeptProps = Omit<HTMLAttributes<HTMLElement>, "children"> & {
  as: "details" | "div" | "li" | "nav" | "section" | "span" | "svg" | "tr" | "ul"
  /** of a drawing */
  viewBox?: string
  /** of details */
  open?: boolean
  /** all that the markup within depends on, besides formats and what the reader may open; without it, it isn't worth keeping */
  of: unknown
  draw: () => ReactElement
}

/**
 * An element whose inner markup the server keeps. In a browser React takes it over as if it had drawn it: so no two texts may
 * lie beside each other in it, and it depends on no context but what the reader may open: nothing in it asks the router, as a
 * table that is `still` does.
 */
export function Kept({ as, of, draw, ...rest }: KeptProps) {
  // All of them take what is given here, a drawing too.
  const Element = as as "div"
  const write = useRowWriter("kept")
  const kept = of === undefined ? undefined : write?.(of, draw)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup of the same content
  if (kept !== undefined) return <Element {...rest} dangerouslySetInnerHTML={{ __html: kept }} />
  return <Element {...rest}>{draw()}</Element>
}
