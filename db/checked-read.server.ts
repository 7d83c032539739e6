// What is kept of a school by signs must have been read of what those signs stand for. Tests look at every such read
// (tests/support/read-check.ts), also in the built app.

const checkOfTests = Symbol.for("tutti read check")

/** The tables whose signs stand for it; `school` is all that the school's sign and that of all stand for. */
type ReadOf = readonly string[] | "school"
type ReadCheck = <Value>(tables: ReadOf, read: () => Value) => Value

/** Reads of these tables alone, which tests look at. */
export const checkedRead: ReadCheck = (tables, read) => {
  const check = process.env.VITEST
    ? (globalThis as typeof globalThis & { [checkOfTests]?: ReadCheck })[checkOfTests]
    : undefined
  return check ? check(tables, read) : read()
}
