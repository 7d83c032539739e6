import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import Database from "better-sqlite3"
import { makeRelease } from "./make-release"
import {
  data,
  database,
  done,
  expectThat,
  giveToApp,
  home,
  isHealthy,
  log,
  operator,
  own,
  release,
  running,
  settings,
  start,
  succeed,
  until,
} from "./staging-machine"

// Point-in-time recovery as docs/operations.md has it: the app and Litestream with the settings of deploy/litestream.yml on
// one database that is written all the time, a crash of both, a restore to a moment and to the end, and Litestream again on
// the restored database. The replica is a folder instead of a bucket. LITESTREAM_BIN names the program, else it's found.

const litestream = process.env.LITESTREAM_BIN || "litestream"
const config = join(home, "litestream.yml")
const replicas = join(home, "replica")

function writeConfig() {
  const text = readFileSync("deploy/litestream.yml", "utf8")
    .replace("/var/lib/tutti/tutti.db", database)
    .replace(/url: s3:\/\/\S+/, `url: file://${replicas}`)
    .replace(/^ *region: .*\n/m, "")
  expectThat(text.includes(replicas) && text.includes(database), "deploy/litestream.yml was understood")
  writeFileSync(config, text)
}

const say = join(home, "litestream.log")
function replicate(): ChildProcess {
  const output = openSync(say, "a")
  const child = spawn(litestream, ["replicate", "-config", config], {
    stdio: ["ignore", output, output],
    ...own,
  })
  running.add(child)
  return child
}

function restore(to: string, ...words: string[]) {
  const { status, stderr, stdout } = spawnSync(
    litestream,
    ["restore", "-config", config, ...words, "-o", to, database],
    { encoding: "utf8", ...own },
  )
  expectThat(status === 0, `litestream restores ${words.join(" ")}:\n${stdout}${stderr}`)
}

/** Instants of rows that a database has. */
function instantsIn(path: string): number[] {
  const copy = new Database(path, { readonly: true })
  const rows = copy.prepare("select at from rehearsal order by at").all() as { at: number }[]
  const sound = copy.pragma("integrity_check", { simple: true })
  copy.close()
  expectThat(sound === "ok", `${path} is sound`)
  return rows.map(({ at }) => at)
}

async function write(seconds: number): Promise<number[]> {
  const live = new Database(database, { timeout: 5000 })
  live.exec("create table if not exists rehearsal (at integer not null) strict")
  const insert = live.prepare("insert into rehearsal values (?)")
  const written: number[] = []
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(20)) {
    const at = Date.now()
    insert.run(at)
    written.push(at)
  }
  live.close()
  return written
}

async function crash(child: ChildProcess) {
  expectThat(child.exitCode === null && child.signalCode === null, `${child.spawnfile} still runs`)
  const ended = new Promise((end) => child.once("exit", end))
  child.kill("SIGKILL")
  await ended
}

/** Of what was written until then, a restore has all but the last moment, and nothing else. */
function expectUpTo(written: readonly number[], restored: readonly number[], what: string) {
  const lostMs = (written.at(-1) ?? 0) - (restored.at(-1) ?? 0)
  expectThat(
    restored.every((at, index) => at === written[index]),
    `${what}: nothing in between is missing`,
  )
  expectThat(lostMs <= 5000, `${what}: only the last moment is missing, not ${lostMs} ms`)
  done(`${what}: ${restored.length} of ${written.length} rows, the last ${lostMs} ms are lost`)
}

async function rehearse() {
  mkdirSync(data)
  mkdirSync(replicas)
  if (own) {
    chmodSync(home, 0o755)
    for (const path of [data, replicas]) chownSync(path, own.uid, own.gid)
  }
  makeRelease(release)
  writeFileSync(join(home, "env"), settings({ BACKUP_TO: join(data, "backups") }), { mode: 0o600 })
  giveToApp(join(home, "env"))
  await succeed("migrate", "--create")
  const app = start()
  await until("the app is healthy", 120, isHealthy)
  writeConfig()
  let shipping = replicate()
  await succeed("staff", "add", "ada@tutti-school.org", "Ada", "Rossi")
  done("the app and Litestream run on one database")

  const first = await write(12)
  const moment = Date.now()
  await pause(1500)
  const written = [...first, ...(await write(8))]
  await Promise.all([crash(shipping), crash(app.child)])
  done(`${written.length} rows written, then both were killed`)

  const [atMoment, atEnd] = [join(data, "moment.db"), join(data, "end.db")]
  restore(atMoment, "-timestamp", new Date(moment).toISOString())
  expectUpTo(first, instantsIn(atMoment), "restored to a moment, with nothing of after it")
  restore(atEnd)
  const rest = instantsIn(atEnd)
  expectUpTo(written, rest, "restored to the end")

  const before = join(data, "before")
  mkdirSync(before)
  for (const name of ["tutti.db", "tutti.db-wal", "tutti.db-shm", ".tutti.db-litestream"])
    if (existsSync(join(data, name))) renameSync(join(data, name), join(before, name))
  renameSync(atEnd, database)
  const restored = start()
  await until("the app is healthy on the restored database", 120, isHealthy)
  expectThat((await succeed("staff", "list")).includes("ada@tutti-school.org"), "the account is there")
  shipping = replicate()
  await pause(3000)
  const again = [...rest, ...(await write(8))]
  await pause(2500)
  await Promise.all([crash(shipping), crash(restored.child)])
  const last = join(data, "last.db")
  restore(last)
  expectUpTo(again, instantsIn(last), "shipped on from the restored database")
}

if (spawnSync(litestream, ["version"]).error)
  console.log("Nothing was rehearsed, because Litestream isn't installed (LITESTREAM_BIN).")
else
  try {
    await rehearse()
  } catch (error) {
    for (const path of [log, say])
      if (existsSync(path)) console.error(readFileSync(path, "utf8").split("\n").slice(-15).join("\n"))
    throw error
  } finally {
    for (const child of running) child.kill("SIGKILL")
    spawnSync("rm", ["-rf", "--one-file-system", home])
  }
operator.close()
