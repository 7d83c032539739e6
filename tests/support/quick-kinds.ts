import * as drizzle from "drizzle-orm"
import * as ofSqlite from "drizzle-orm/sqlite-core"

// Drizzle asks each part of a statement which of a dozen kinds it is. Where it is no instance of one, drizzle goes up the
// classes of the part and compares their names, in case the package is loaded twice. Tests load it once, so instances say
// all: without a constructor to start from drizzle takes their word, and tests, which build each statement a few times
// only, take a tenth less. The app keeps the statements it has built.

const entityKind = Symbol.for("drizzle:entityKind")
for (const made of [...Object.values(drizzle), ...Object.values(ofSqlite), drizzle.SQL.Aliased])
  if (typeof made === "function" && entityKind in made)
    Object.defineProperty(made.prototype, "constructor", { value: undefined })
