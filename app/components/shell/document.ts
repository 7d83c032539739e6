import { createContext } from "react"

type DocumentFacts = {
  nonce: string
  publicStyles: string
  /** Our own address. */
  origin: string
  /** Of a page that says that something broke; empty on every other. */
  requestId: string
  /** A page of the logged-in area without scripts, for a person who saves data. */
  isLight: boolean
  /** The logged-in area's styles, for a browser that doesn't have their file yet; else empty. */
  firstStyles: string
}

/** What only the server knows while it writes a document. */
export const DocumentContext = createContext<DocumentFacts>({
  nonce: "",
  publicStyles: "",
  origin: "",
  requestId: "",
  isLight: false,
  firstStyles: "",
})

/** A route's `handle`: routes of the signed-in area send scripts, the public ones send none. The landing page has a sheet of its own. */
export type PageHandle = { area: "school" | "landing" }

/** A page that shows nothing but the database, its address, its viewer and the present minute (no new ids). */
export type RepeatedPage = { repeats?: true }

export const isSchoolPage = (handle: unknown): boolean => areaOf(handle) === "school"
export const isLandingPage = (handle: unknown): boolean => areaOf(handle) === "landing"

export const pageRepeats = (handle: unknown): boolean =>
  typeof handle === "object" && handle !== null && "repeats" in handle && handle.repeats === true

const areaOf = (handle: unknown): unknown =>
  typeof handle === "object" && handle !== null && "area" in handle ? handle.area : undefined
