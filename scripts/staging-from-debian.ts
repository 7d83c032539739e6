import { spawnSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import { basename, join } from "node:path"
import { type Debian, makeEmptyDebian } from "./empty-debian"
import { tryEntrypoint } from "./entrypoint-in-debian"
import { blockIn, commandIn } from "./guide-commands"
import { packRelease } from "./make-release"
import {
  type App,
  alerts,
  done,
  expectThat,
  findTrouble,
  home,
  isHealthy,
  log,
  port,
  running,
  settings,
  until,
  uploadFile,
} from "./staging-machine"

// The guide's way for one machine from an empty Debian: its own commands, read out of docs/operations.md, with the address
// of the repository, the port and the staff's email replaced, and what systemd would do done by the lines of the unit file.

const data = "/var/lib/tutti"
const staffEmail = "ada@tutti-school.org"
const releaseName = (version: string) => `tutti-${version}-${process.platform}-${process.arch}`
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
/** What the guide calls a release, and what its next one. */
const [named, next] = ["tutti-0.1.0-linux-x64", "tutti-0.2.0-linux-x64"]

const ours = (lines: string) =>
  lines
    .replaceAll(named, releaseName(version))
    .replaceAll("you@example.com", staffEmail)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`)

async function play(debian: Debian, lines: string): Promise<string> {
  const { status, said } = await debian.play(ours(lines))
  expectThat(status === 0, `this goes well:\n${ours(lines)}\n${said.slice(-4000)}`)
  return said
}

const linesWith = (block: string, text: string) =>
  block
    .split("\n")
    .filter((line) => line.includes(text))
    .join("\n")

/** What systemd does with the unit file that the guide copies. */
function startService(debian: Debian): App {
  const unit = readFileSync(join(debian.root, "etc/systemd/system/tutti.service"), "utf8")
  const read = (name: string) => {
    const value = new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1]
    expectThat(value !== undefined, `tutti.service says ${name}`)
    return value
  }
  const child = debian.start(
    [
      `umask ${read("UMask")}`,
      `cd ${read("WorkingDirectory")}`,
      `export ${read("Environment")}`,
      `setpriv --reuid=${read("User")} --regid=${read("Group")} --init-groups ${read("ExecStartPre")}`,
      `exec setpriv --reuid=${read("User")} --regid=${read("Group")} --init-groups --no-new-privs ${read("ExecStart")}`,
    ].join("\n"),
    openSync(log, "a"),
  )
  running.add(child)
  child.once("exit", () => running.delete(child))
  return { child, ended: new Promise((ended) => child.once("exit", ended)) }
}

async function install(debian: Debian) {
  const file = packRelease(home)
  for (const end of ["", ".sha256"])
    cpSync(`${file}${end}`, join(debian.root, "root", `${basename(file)}${end}`))
  done("release packed")
  const block = blockIn("Install", "apt-get")
  // Its Node is this one: the repository of packages that the guide names is somewhere else.
  const [packages, rest] = [/^(?:apt-get|#)(?!.*nodejs).*\n/gm, /^(?!apt-get|#|curl).*\n/gm].map((kind) =>
    (block.match(kind) ?? []).join(""),
  )
  await play(debian, packages ?? "")
  cpSync(process.execPath, join(debian.root, "usr/bin/node"))
  done(`Debian's packages installed, Node ${(await play(debian, "node --version")).trim()}`)
  mkdirSync(join(debian.root, data))
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", join(debian.root, data)])
  await play(debian, rest ?? "")
  done("user and folders made; release checked and unpacked")
}

async function setUp(debian: Debian): Promise<App> {
  const env = settings({
    DATABASE_PATH: `${data}/tutti.db`,
    BACKUP_TO: "/srv/tutti-backups",
    MAIL_EVENTS_SECRET: `whsec_${Buffer.from("a webhook of staging").toString("base64")}`,
    CONTACT_TELEPHONE: '"+353 1 555 0199"',
    SOCIAL_LINKS: '"Instagram=https://instagram.com/tutti-school"',
  })
  writeFileSync(join(debian.root, "etc/tutti/env"), env)
  await play(debian, "chown root:tutti /etc/tutti/env; chmod 640 /etc/tutti/env")
  await play(debian, "install -d -o tutti -g tutti -m 700 /srv/tutti-backups")
  const { said } = await debian.play(blockIn("Settings", "check-settings"))
  const found = [...said.matchAll(/^(?:missing|wrong|unsafe|unused) +(\w+)/gm)].map(([, name]) => name)
  // The provider's own sandbox is what a staging has.
  expectThat(found.sort().join() === "DATABASE_PATH,PAYPAL_MODE", `only the database is missing:\n${said}`)
  done("settings checked: only the database is missing")
  const block = blockIn("Start")
  await play(debian, `${linesWith(block, "migrate")}\n${linesWith(block, "tutti.service")}`)
  const app = startService(debian)
  expectThat(/"status":"ok"/.test(await play(debian, linesWith(block, "/health"))), "the app is healthy")
  done("database made; started by the unit file's command, healthy")
  await play(debian, linesWith(block, "staff add"))
  await play(debian, linesWith(block, "tutti alert"))
  expectThat(alerts.length === 1, "a test alert arrives")
  const modes = [`${data}/tutti.db`, data].map((path) =>
    (statSync(join(debian.root, path)).mode & 0o777).toString(8),
  )
  expectThat(modes.join() === "600,700", `what it writes is for the app alone, not ${modes}`)
  done("first staff account made; a test alert arrived")
  return app
}

async function backUp(debian: Debian): Promise<string> {
  const uploaded = uploadFile(join(debian.root, data))
  await play(debian, `chown -R tutti:tutti ${data}`)
  await play(debian, linesWith(blockIn("Start"), "tutti backup"))
  const rehearsal = await play(debian, "tutti restore --rehearsal")
  expectThat(/Sound/.test(rehearsal) && /Files +1 /.test(rehearsal), "the backup is sound and has the file")
  done(`backed up and proven; rehearsed: ${/Age.*/.exec(rehearsal)?.[0]}`)
  return uploaded
}

/** The guide's *Upgrade*, with a copy of the release as the new build. */
async function upgrade(debian: Debian, app: App): Promise<App> {
  const again = `mkdir /root/next && cp -a /opt/tutti/${named} /root/next/${next}
tar -czf /root/${next}.tar.gz -C /root/next ${next} && rm -r /root/next
cd /root && sha256sum ${next}.tar.gz > ${next}.tar.gz.sha256`
  await play(debian, again)
  await play(debian, blockIn("Upgrade").replace("&& systemctl restart tutti", ""))
  app.child.kill("SIGTERM")
  expectThat((await app.ended) === 0, "it stops with 0")
  const upgraded = startService(debian)
  await until("the new build is healthy", 120, isHealthy)
  done("upgraded: a copy first, settings checked, restarted, healthy")
  return upgraded
}

async function comeBack(debian: Debian, uploaded: string): Promise<App> {
  const file = openSync(join(debian.root, data, "tutti.db"), "r+")
  writeSync(file, Buffer.alloc(81_920, 0xa5), 0, 81_920, 8192)
  expectThat((await startService(debian).ended) === 1, "a damaged database is refused")
  expectThat(/is damaged/.test(readFileSync(log, "utf8")), "the log names the damage")
  done("database destroyed: the start refused it and changed nothing")
  const said = await play(debian, commandIn("Restore", "tutti restore --to"))
  const within = (command: string) => `cd ${data}\n${command}`
  // Some of the files may not exist, says the guide.
  await debian.play(within(commandIn("Restore", "mkdir before")))
  await play(debian, within(commandIn("Restore", "mv restored.db")))
  await play(debian, within(commandIn("Restore", "mv restored.files")))
  const app = startService(debian)
  await until("the restored app is healthy", 120, isHealthy)
  const page = await fetch(`http://127.0.0.1:${port}/login`)
  expectThat(page.status === 200, "the login page answers")
  const staff = await play(debian, "tutti staff list")
  expectThat(staff.includes(staffEmail), "what was before the backup is there")
  expectThat(!staff.includes("ben@tutti-school.org"), "what was after it is not")
  expectThat(readFileSync(uploaded, "utf8") === "sheet music", "the uploaded file is back")
  done(`restored and healthy: ${/Holds.*/.exec(said)?.[0]}, with its file`)
  return app
}

export async function rehearseFromDebian() {
  const root = join(home, "debian")
  // The users of that Debian walk through.
  chmodSync(home, 0o755)
  const debian = makeEmptyDebian(root)
  done("empty Debian made")
  try {
    await install(debian)
    let app = await upgrade(debian, await setUp(debian))
    const uploaded = await backUp(debian)
    await play(debian, "tutti staff add ben@tutti-school.org")
    await findTrouble(join(root, data))
    app.child.kill("SIGKILL")
    await app.ended
    app = await comeBack(debian, uploaded)
    app.child.kill("SIGTERM")
    expectThat((await app.ended) === 0, "it stops with 0")
    done("stopped politely")
    await tryEntrypoint(debian, join(root, "opt/tutti", releaseName(version)))
  } finally {
    for (const child of running) child.kill("SIGKILL")
    spawnSync("umount", ["-l", join(root, data)])
    debian.remove()
  }
}
