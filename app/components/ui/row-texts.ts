import { createContext, type ReactElement } from "react"

/**
 * How the server writes the rows of a list that only show something: `key` says everything that the row's text depends
 * on. In a browser there is none, and React draws the rows.
 */
export type WriteRow = (key: string, draw: () => ReactElement) => string

export const RowTexts = createContext<WriteRow | undefined>(undefined)
