/** What a form's 404 says: what was typed, and who deleted its record where the reader may know. Safe in the browser. */
export type GoneForm = {
  typed: [label: string, text: string][]
  deleted: { name: string; by: string; on: string; mayRestore: boolean } | null
}

export const isGoneForm = (data: unknown): data is GoneForm =>
  typeof data === "object" && data !== null && "typed" in data && "deleted" in data
