import { createContext, type ReactElement, useContext } from "react"

/**
 * How the server writes the rows of a list that only show something: `key` says everything that the row's text depends
 * on. In a browser there is none, and React draws the rows.
 */
export type WriteRow = (key: string, draw: () => ReactElement) => string

export const RowTexts = createContext<WriteRow | undefined>(undefined)

/**
 * The markup of what stands within an element, as the server keeps it; undefined in a browser, where React takes it over as
 * if it had drawn it: so no two texts may lie beside each other in it, and it depends on no context.
 * @param key everything that the markup depends on; without one it isn't worth keeping
 */
export function useKeptText(key: string | undefined, draw: () => ReactElement): string | undefined {
  const write = useContext(RowTexts)
  return key === undefined ? undefined : write?.(key, draw)
}
