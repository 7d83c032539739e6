import { cpSync, mkdirSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { startLeaseServer } from "../sandbox/replication/lease-server"
import type { Debian } from "./empty-debian"
import { findLitefs } from "./litefs.mjs"
import { done, expectThat, log, running, until } from "./staging-machine"

// The image's entrypoint as Docker would start it, in that Debian: the Dockerfile's packages, variables and files, its own
// litefs.yml unchanged, a stand-in for Consul. On Debian's Node rather than the image's.

const text = readFileSync("Dockerfile", "utf8").replace(/\\\n\s*/g, " ")
const image = text.split("FROM app AS several-machines\n")[1]?.split("\nFROM ")[0] ?? ""
const instruction = (verb: string): string => {
  const rest = new RegExp(`^${verb} (.*)$`, "m").exec(image)?.[1]
  expectThat(rest !== undefined, `the image has ${verb}`)
  return rest
}
const commandOf = (rest: string) => JSON.parse(rest.slice(rest.indexOf("["))) as string[]
const quoted = (words: string[]) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")

const variables = (consul: string): Record<string, string> => ({
  ...Object.fromEntries(
    instruction("ENV")
      .split(" ")
      .map((pair) => pair.split("=") as [string, string]),
  ),
  NODE_ENV: "production",
  FLY_APP_NAME: "tutti",
  FLY_MACHINE_ID: "rehearsal",
  FLY_REGION: "ams",
  PRIMARY_REGION: "ams",
  FLY_CONSUL_URL: consul,
  BACKUP_TO: "/tmp/backups",
  APP_URL: "http://localhost:8080",
  DEMO: "true",
  LOG_LEVEL: "warn",
})

/** Starts it twice: the second time the machine led last, and its copy is kept before LiteFS starts. */
export async function tryEntrypoint(debian: Debian, release: string) {
  const { path: litefs, missing } = findLitefs({ build: false })
  if (!litefs) return console.log(`          the image's entrypoint was not tried: ${missing}`)
  const inside = (path: string) => join(debian.root, path)
  const packages = instruction("RUN").replace(/&& rm -rf.*/, "")
  const { status, said } = await debian.play(
    `${packages}\nmknod -m 666 /dev/fuse c 10 229\necho "127.0.0.1 rehearsal.vm.tutti.internal" >> /etc/hosts`,
  )
  expectThat(status === 0, `the image's packages are installed:\n${said.slice(-2000)}`)
  for (const path of ["node_modules", "build", "package.json", "db/migrations", "app/assets/fonts"]) {
    mkdirSync(join(inside("app"), path, ".."), { recursive: true })
    cpSync(join(release, path), join(inside("app"), path), { recursive: true, verbatimSymlinks: true })
  }
  cpSync(litefs, inside("usr/local/bin/litefs"))
  cpSync("litefs.yml", inside("etc/litefs.yml"))
  const lease = await startLeaseServer()
  const given = Object.entries(variables(lease.url)).map(([name, value]) => `${name}='${value}'`)
  const within = (lines: string) => `export ${given.join(" ")}\ncd /app\n${lines}`
  try {
    for (const turn of ["first", "second"]) {
      const child = debian.start(
        within(`exec ${quoted(commandOf(instruction("ENTRYPOINT")))}`),
        openSync(log, "a"),
      )
      running.add(child)
      const ended = new Promise<number | null>((end) => child.once("exit", end))
      const check = within(quoted(commandOf(instruction("HEALTHCHECK"))))
      await until("the image is healthy", 120, async () => (await debian.play(check)).status === 0)
      const { said: users } = await debian.play(
        "for p in /proc/[0-9]*; do grep -qz build/server.mjs $p/cmdline && stat -c %u $p; done",
      )
      expectThat(/^1000\b/m.test(users), `the app runs as the user 1000, not ${users}`)
      child.kill("SIGTERM")
      expectThat((await ended) === 0, "it ends with 0 when asked to stop")
      running.delete(child)
      done(`the image's entrypoint, ${turn} start: healthy, the app as user 1000, stopped with 0`)
    }
    const { said: kept } = await debian.play("ls /var/lib/litefs/kept")
    expectThat(/\d/.test(kept), "the copy of the machine that led last is kept")
    expectThat(/this machine led last/.test(readFileSync(log, "utf8")), "and the log says so")
    done("the second start kept the copy of the machine that led last")
  } finally {
    await debian.play("umount -l /litefs || true")
    await lease.close()
  }
}
