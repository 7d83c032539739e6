import { createContext } from "react"

/** What only the server knows while it writes a document: the script nonce, and the public pages' inline stylesheet. */
export const DocumentContext = createContext<{ nonce: string; publicStyles: string }>({
  nonce: "",
  publicStyles: "",
})

/** A route's `handle`: routes of the signed-in area send scripts, the public ones send none. */
export type PageHandle = { area: "school" }

export const isSchoolPage = (handle: unknown): boolean =>
  typeof handle === "object" && handle !== null && "area" in handle && handle.area === "school"
