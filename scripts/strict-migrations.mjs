// drizzle-kit cannot write STRICT tables; the newest generated migration gets the word after each CREATE TABLE.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"

const folder = "db/migrations"
const newest = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .at(-1)
if (newest) {
  const path = `${folder}/${newest}`
  const sql = readFileSync(path, "utf8")
  const strict = sql.replace(/(CREATE TABLE [\s\S]*?\n\));/g, "$1 STRICT;")
  if (strict !== sql) writeFileSync(path, strict)
  console.log(`${path}: STRICT`)
}
