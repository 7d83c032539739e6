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

/** A route's `handle`: routes of the signed-in area send scripts, the public ones send none. The landing page has a sheet of its own; a framed
 * one may be shown inside a page of someone else's site. */
export type PageHandle = { area: "school" | "landing" | "framed" }

export const isSchoolPage = (handle: unknown): boolean => areaOf(handle) === "school"
export const isFramedPage = (handle: unknown): boolean => areaOf(handle) === "framed"
export const isLandingPage = (handle: unknown): boolean => areaOf(handle) === "landing"

const areaOf = (handle: unknown): unknown =>
  typeof handle === "object" && handle !== null && "area" in handle ? handle.area : undefined
