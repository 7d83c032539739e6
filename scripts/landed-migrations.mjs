// Migrations that have landed, each with the sha256 of its SQL: a database somewhere has run them, so they no longer change.
// `npm run db:land` adds the new ones. Until the first release a changed one may be landed again.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const listPath = "db/landed-migrations.json"

/** @returns {{ isReleased: boolean, migrations: Record<string, string> }} */
export const landedList = () => JSON.parse(readFileSync(listPath, "utf8"))

/** The sha256 of every migration in the folder, by its file name. */
export function migrationHashes(folder = "db/migrations") {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
  // A checkout on Windows may have changed the line ends; they are not part of what a migration does.
  const textOf = (name) => readFileSync(`${folder}/${name}`, "utf8").replaceAll("\r\n", "\n")
  return Object.fromEntries(
    names.map((name) => [name, createHash("sha256").update(textOf(name)).digest("hex")]),
  )
}

/**
 * What the list becomes when these migrations land. After the first release a landed migration stays as it is.
 * @param {{ isReleased: boolean, migrations: Record<string, string> }} list
 * @param {Record<string, string>} hashes
 */
export function land(list, hashes) {
  const changed = Object.keys(list.migrations).filter((name) => hashes[name] !== list.migrations[name])
  if (list.isReleased && changed.length > 0)
    throw new Error(
      `${changed.join(", ")} landed in a release and can't change. Put it back and add a new migration.`,
    )
  return { ...list, migrations: hashes }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const list = land(landedList(), migrationHashes())
  writeFileSync(listPath, `${JSON.stringify(list, null, 2)}\n`)
  console.log(`${listPath}: ${Object.keys(list.migrations).length} migrations have landed`)
}
