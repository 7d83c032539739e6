import { spawnSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import { basename, join } from "node:path"
import { whyNoDebian } from "./empty-debian"
import { packRelease } from "./make-release"
import { rehearseFromDebian } from "./staging-from-debian"
import {
  type App,
  alerts,
  backups,
  begun,
  data,
  database,
  done,
  expectThat,
  findTrouble,
  giveToApp,
  home,
  isHealthy,
  log,
  operator,
  own,
  release,
  run,
  running,
  settings,
  start,
  succeed,
  until,
  uploadFile,
} from "./staging-machine"

// The way of docs/operations.md on this machine, timed: from an empty folder to a platform that runs, is backed up and
// tells what is wrong, and back from its backup after its database was destroyed. With the build alone, the packages of
// production alone, production's settings and, when root starts it, a user without rights who owns nothing but the data.
// What needs an account elsewhere (payments, mail, a bucket) is left out. With `--from-debian` it begins earlier, at an
// empty Debian, and plays the commands of the guide as they are written.

async function setUp(): Promise<App> {
  const file = packRelease(home)
  mkdirSync(release)
  const checked = spawnSync("sha256sum", ["-c", `${basename(file)}.sha256`], { cwd: home })
  expectThat(checked.status === 0, "the release's checksum fits")
  const unpacked = spawnSync("tar", ["-xzf", file, "-C", release, "--strip-components=1"])
  expectThat(unpacked.status === 0, "the release is unpacked")
  done("release packed, checked and unpacked: the build and the packages of production")
  writeFileSync(join(home, "env"), settings({ SEAL_KEYS: "", SESSION_SECRETS: "slip" }), { mode: 0o600 })
  giveToApp(join(home, "env"))
  const { status, said } = await run("check-settings")
  expectThat(status === 1 && /missing +SEAL_KEYS/.test(said), `a missing setting is named:\n${said}`)
  expectThat(/Did you mean SESSION_SECRET\?/.test(said), "a slip of the pen is named")
  writeFileSync(join(home, "env"), settings(), { mode: 0o600 })
  await succeed("check-settings")
  done("settings checked: one missing and one misspelled were named, then none")
  expectThat((await start().ended) === 1, "a start without a database is refused")
  expectThat(/There is no database at/.test(readFileSync(log, "utf8")), "the log says that there is none")
  await succeed("migrate", "--create")
  const app = start()
  await until("the app is healthy", 120, isHealthy)
  done("a start without a database was refused; made, started, healthy")
  await succeed("staff", "add", "ada@tutti-school.org", "Ada", "Rossi")
  await succeed("alert")
  expectThat(alerts.length === 1, "a test alert arrives")
  const modes = [database, join(home, "env")].map((path) => (statSync(path).mode & 0o777).toString(8))
  expectThat(modes.join() === "600,600", `the database and the settings are for the app alone, not ${modes}`)
  done("first staff account made; a test alert arrived")
  return app
}

/** The proxies' own checks of the files that the guide copies, where they are installed; the certificate is made for it. */
function checkProxies() {
  const has = (program: string) => spawnSync(program, ["version"]).error === undefined
  const checked: string[] = []
  if (has("nginx")) {
    const at = join(home, "nginx")
    mkdirSync(at)
    const [key, chain] = [join(at, "privkey.pem"), join(at, "fullchain.pem")]
    const words = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=tutti.example.com -keyout ${key} -out ${chain}`
    expectThat(spawnSync("openssl", words.split(" ")).status === 0, "a certificate is made")
    const site = readFileSync("deploy/nginx.conf", "utf8").replaceAll(
      "/etc/letsencrypt/live/tutti.example.com",
      at,
    )
    writeFileSync(join(at, "site.conf"), site)
    writeFileSync(
      join(at, "nginx.conf"),
      `events {}\npid ${at}/pid;\nerror_log ${at}/log;\nhttp { include ${at}/site.conf; }\n`,
    )
    const { status, stderr } = spawnSync("nginx", ["-t", "-c", join(at, "nginx.conf")], { encoding: "utf8" })
    expectThat(status === 0, `nginx takes deploy/nginx.conf:\n${stderr}`)
    checked.push("nginx")
  }
  if (has("caddy")) {
    const words = ["validate", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"]
    const { status, stderr } = spawnSync("caddy", words, { encoding: "utf8" })
    expectThat(status === 0, `Caddy takes deploy/Caddyfile:\n${stderr}`)
    checked.push("Caddy")
  }
  done(`proxies checked: ${checked.join(" and ") || "none is installed"}`)
}

async function comeBack(uploaded: string) {
  const file = openSync(database, "r+")
  writeSync(file, Buffer.alloc(81_920, 0xa5), 0, 81_920, 8192)
  expectThat((await start().ended) === 1, "a damaged database is refused")
  expectThat(/is damaged/.test(readFileSync(log, "utf8")), "the log names the damage")
  done("database destroyed: the start refused it and changed nothing")
  const said = await succeed("restore", "--to", join(data, "restored.db"))
  const before = join(data, "before")
  mkdirSync(before)
  for (const name of ["tutti.db", "tutti.db-wal", "tutti.db-shm", "tutti.files"])
    if (existsSync(join(data, name))) renameSync(join(data, name), join(before, name))
  renameSync(join(data, "restored.db"), database)
  renameSync(join(data, "restored.files"), join(data, "tutti.files"))
  const app = start()
  await until("the restored app is healthy", 120, isHealthy)
  const staff = await succeed("staff", "list")
  expectThat(staff.includes("ada@tutti-school.org"), "what was before the backup is there")
  expectThat(!staff.includes("ben@tutti-school.org"), "what was after it is not")
  expectThat(readFileSync(uploaded, "utf8") === "sheet music", "the uploaded file is back")
  done(`restored and healthy: ${/Holds.*/.exec(said)?.[0]}, with its file`)
  return app
}

async function rehearse() {
  mkdirSync(data)
  mkdirSync(backups)
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", data]).status === 0
  if (own) {
    // Others may walk through; what is inside is its owner's.
    chmodSync(home, 0o755)
    for (const path of [data, backups]) chownSync(path, own.uid, own.gid)
  }
  try {
    checkProxies()
    let app = await setUp()
    const uploaded = uploadFile(data)
    giveToApp(data)
    await succeed("backup")
    const rehearsal = await succeed("restore", "--rehearsal")
    expectThat(/Sound/.test(rehearsal) && /Files +1 /.test(rehearsal), "the backup is sound and has the file")
    done(`backed up and proven; rehearsed: ${/Age.*/.exec(rehearsal)?.[0]}`)
    await succeed("staff", "add", "ben@tutti-school.org")
    if (isMounted) await findTrouble(data)
    else console.log("          no disk was filled: that needs root")
    app.child.kill("SIGKILL")
    await app.ended
    app = await comeBack(uploaded)
    app.child.kill("SIGTERM")
    expectThat((await app.ended) === 0, "it stops with 0")
    done("stopped politely")
  } finally {
    for (const child of running) child.kill("SIGKILL")
    if (isMounted) spawnSync("umount", ["-l", data])
  }
}

const missing = process.argv.includes("--from-debian") ? whyNoDebian() : "not asked for"
if (missing && missing !== "not asked for")
  console.log(`The empty Debian is skipped, because ${missing}. This begins at the built release.`)
try {
  await (missing ? rehearse() : rehearseFromDebian())
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(7)} s  in all`)
} catch (error) {
  console.error(existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(-15).join("\n") : "")
  throw error
} finally {
  operator.close()
  spawnSync("rm", ["-rf", "--one-file-system", home])
}
