import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import Database from "better-sqlite3"
import { fixClock } from "../../app/utils/clock.server"
import { closeDatabase, migrateDatabase } from "../../db/client.server"
import { testNow } from "../support/clock"
import { fillListedSchool } from "../support/listed-school"
import { openSchool } from "../support/school"
import { type RunningServer, startServer } from "../support/server"
import { median } from "./load"
import { processorTime } from "./processes"
import { logIn, withStyles } from "./screen-costs"

// What a long list costs and where its bytes are: a school of 500 students, a list of 100 of them and all on one page:
// while nothing is written, and while another connection commits before each request, in another school or in its own. --beside=<folder> takes turns
// with another build there (`build/`, and `listed.db` for its own ids), --keep=<file> keeps the school.

const lists = ["/students?instrument=Piano&page=all", "/students?page=all"]
const asked = process.argv.slice(2)
const given = (name: string) => asked.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const [batches, each] = [Number(given("batches") ?? 8), Number(given("each") ?? 12)]
const addresses = given("at")?.split(",") ?? lists

const elsewhere = "Riverside Music Studio"
/** A request, and whose rows another connection writes before it. */
type Kind = { name: string; writes?: "own" | "elsewhere" }
const kinds: Kind[] = [
  { name: "nothing written" },
  { name: "another school writes", writes: "elsewhere" },
  { name: "written", writes: "own" },
]

const folder = mkdtempSync(join(tmpdir(), "tutti-lists-"))

function buildSchool(): string {
  const path = join(folder, "listed.db")
  process.env.DATABASE_PATH = path
  fixClock(testNow)
  migrateDatabase()
  fillListedSchool(openSchool({ name: "Harmony School of Music" }).actor, 500)
  openSchool({ name: elsewhere })
  closeDatabase()
  const keep = given("keep")
  if (keep) copyFileSync(path, keep)
  return path
}

type Side = { name: string; server: RunningServer; other: Database.Database; cookie: string }

async function start(name: string, path: string, cwd?: string): Promise<Side> {
  const email = new Database(path)
    .prepare("select email from users where name = 'Ruth Castellano'")
    .pluck()
    .get()
  const { office } = logIn(path, { office: String(email) })
  const settings = { DATABASE_PATH: path, LOG_LEVEL: "error", RESEND_BASE_URL: "http://localhost:9/resend" }
  const server = await startServer({ ...settings, NODE_OPTIONS: given("node") ?? "" }, undefined, cwd)
  return { name, server, other: new Database(path), cookie: await withStyles(server, office ?? "") }
}

const get = ({ server, cookie }: Side, address: string, encoding: string) =>
  server.ask(address, { headers: { Cookie: cookie, "Accept-Encoding": encoding } })

/** Bytes of a document that gzip would add for each part: the whole less the whole without it. */
async function weigh(side: Side, address: string) {
  const [html, gzip, brotli] = await Promise.all(
    ["identity", "gzip", "br"].map((encoding) => get(side, address, encoding)),
  )
  if (!html || !gzip || !brotli) throw new Error("No answer")
  if (html.status !== 200) throw new Error(`${address}: ${html.status}`)
  const { text } = html
  const packed = (bytes: string) => gzipSync(bytes, { level: 4 }).length
  const part = (shape: RegExp) => packed(text) - packed(text.replaceAll(shape, ""))
  console.log(
    `${side.name} ${address}: raw ${html.raw.length}, gzip ${gzip.raw.length}, brotli ${brotli.raw.length}; of gzip`,
    Object.entries({
      rows: /<tbody[\s\S]*<\/tbody>/g,
      ids: /(?<=(href="[^"]*\/|value="))[0-9a-z-]{10,36}(?=")/g,
      "classes in rows": /(?<=<tbody[\s\S]*) class="[^"]*"(?=[\s\S]*<\/tbody>)/g,
      filters: /<form[^>]*role="search"[\s\S]*?<\/form>/g,
      head: /<head>[\s\S]*?<\/head>/g,
      menu: /<body[\s\S]*?(?=<main)/g,
      "below the list": /<fieldset class="selection-bar[\s\S]*<\/main>/g,
      scripts: /<script[\s\S]*<\/script>/g,
    })
      .map(([name, shape]) => `${name} ${part(shape)}`)
      .join(", "),
  )
  return text
}

async function cost(side: Side, address: string, { writes }: Kind): Promise<number> {
  let sum = 0
  const write = side.other.prepare(
    `update outcomes set created_at = created_at + 1 where school_id in (select id from schools where (name = ?) = ?)`,
  )
  for (let time = 0; time < each; time += 1) {
    if (writes) write.run(elsewhere, writes === "elsewhere" ? 1 : 0)
    const before = processorTime(side.server.pid)
    await get(side, address, "gzip")
    sum += processorTime(side.server.pid) - before
  }
  return sum / each / 1e6
}

const own = buildSchool()
const beside = given("beside")
const sides = [await start("here", own)]
if (beside) {
  copyFileSync(join(beside, "listed.db"), join(folder, "beside.db"))
  sides.unshift(await start("beside", join(folder, "beside.db"), beside))
}
try {
  for (const address of addresses) {
    for (const side of sides) await weigh(side, address)
    const turns = sides.flatMap((side) => kinds.map((kind) => ({ side, kind, found: [] as number[] })))
    for (const { side, kind } of [...turns, ...turns, ...turns]) await cost(side, address, kind)
    for (let batch = 0; batch < batches; batch += 1)
      for (const { side, kind, found } of turns) found.push(await cost(side, address, kind))
    for (const { side, kind, found } of turns)
      console.log(
        `${side.name} ${address} ${kind.name}: ${median(found).toFixed(2)} ms, least ${Math.min(...found).toFixed(2)}`,
      )
  }
  console.log(`Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  for (const { server, other } of sides) {
    other.close()
    await server.stop()
  }
  rmSync(folder, { recursive: true, force: true })
}
