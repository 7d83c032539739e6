import { createContext } from "react"

/** What only the server knows while it writes a document: the script nonce, the public pages' inline stylesheet, our own address. */
export const DocumentContext = createContext<{ nonce: string; publicStyles: string; origin: string }>({
  nonce: "",
  publicStyles: "",
  origin: "",
})

/** A route's `handle`: routes of the signed-in area send scripts, the public ones send none. The landing page has a sheet of its own. */
export type PageHandle = { area: "school" | "landing" }

export const isSchoolPage = (handle: unknown): boolean => areaOf(handle) === "school"
export const isLandingPage = (handle: unknown): boolean => areaOf(handle) === "landing"

const areaOf = (handle: unknown): unknown =>
  typeof handle === "object" && handle !== null && "area" in handle ? handle.area : undefined
