import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { parseEnv as parseDotEnv } from "node:util"
import { validate } from "dockerfile-utils"
import { parse as parseToml } from "smol-toml"
import { describe, expect, test } from "vitest"
import { parse as parseYaml } from "yaml"
import { z } from "zod"
import { defaultOf, parseEnv } from "~/utils/env.server"
import { checkSettings } from "~/utils/settings-check.server"
import { isUsableNode } from "../../scripts/usable-node.mjs"

// The files a deployment is made of, as far as they can be judged without the platform: their shape, and what they must
// agree on. LiteFS itself judges litefs.yml in tests/replication, and scripts/rehearse-image.ts carries out the Dockerfile.

const textOf = (path: string) => readFileSync(path, "utf8")
const dockerfile = textOf("Dockerfile")
const stageOf = (name: string) =>
  dockerfile.split(/^(?=FROM )/m).find((stage) => stage.split("\n")[0]?.endsWith(` AS ${name}`)) ?? ""
const fly = parseToml(textOf("fly.toml"))
// LiteFS replaces these before it reads YAML.
const litefs = parseYaml(
  textOf("litefs.yml").replace(/\$\{(\w+)( == \w+)?\}/g, (_, name, is) => (is ? "true" : name)),
)
const workflow = parseYaml(textOf(".github/workflows/ci.yml"))

const duration = z.string().regex(/^(\d+(ms|s|m|h))+$/)
const size = z.string().regex(/^\d+(mb|gb)$/i)

/** The keys of fly.toml that are used here, by flyctl's own definitions (internal/appconfig). */
const FlyToml = z.strictObject({
  app: z.string().regex(/^[a-z0-9-]+$/),
  primary_region: z.string().regex(/^[a-z]{3}$/),
  kill_signal: z.enum(["SIGINT", "SIGTERM", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGKILL", "SIGSTOP"]),
  kill_timeout: z.number().int().min(1).max(300),
  swap_size_mb: z.number().int(),
  build: z.strictObject({ dockerfile: z.string(), "build-target": z.literal("several-machines") }),
  experimental: z.strictObject({ enable_consul: z.boolean() }),
  deploy: z.strictObject({
    strategy: z.enum(["rolling", "immediate", "canary", "bluegreen"]),
    max_unavailable: z.number().positive(),
    wait_timeout: duration,
  }),
  env: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string()),
  mounts: z
    .array(
      z.strictObject({
        source: z.string().regex(/^[a-z0-9_]{1,30}$/),
        destination: z.string().startsWith("/"),
        initial_size: size,
        snapshot_retention: z.number().int().min(1).max(60),
        auto_extend_size_threshold: z.number().int().min(50).max(99),
        auto_extend_size_increment: size,
        auto_extend_size_limit: size,
      }),
    )
    .length(1),
  http_service: z.strictObject({
    internal_port: z.number().int(),
    force_https: z.literal(true),
    auto_stop_machines: z.enum(["off", "stop", "suspend"]),
    auto_start_machines: z.boolean(),
    min_machines_running: z.number().int(),
    concurrency: z.strictObject({
      type: z.enum(["requests", "connections"]),
      soft_limit: z.number().int(),
      hard_limit: z.number().int(),
    }),
    checks: z
      .array(
        z.strictObject({
          method: z.enum(["GET", "HEAD"]),
          path: z.string().startsWith("/"),
          interval: duration,
          timeout: duration,
          grace_period: duration,
        }),
      )
      .min(1),
  }),
  restart: z.array(z.strictObject({ policy: z.enum(["always", "never", "on-failure"]) })),
  vm: z.array(z.strictObject({ size: z.string(), memory: size })).length(1),
})

/** The keys of litefs.yml that are used here, by LiteFS's own configuration (cmd/litefs/config.go). */
const LitefsYml = z.strictObject({
  fuse: z.strictObject({ dir: z.string(), "allow-other": z.literal(true) }),
  data: z.strictObject({ dir: z.string(), retention: duration, "retention-monitor-interval": duration }),
  http: z.strictObject({ addr: z.string(), "snapshot-timeout": duration }),
  lease: z.strictObject({
    type: z.literal("consul"),
    hostname: z.string(),
    "advertise-url": z.string(),
    candidate: z.boolean(),
    promote: z.literal(true),
    consul: z.strictObject({ url: z.string(), key: z.string(), ttl: duration, "lock-delay": duration }),
  }),
  exec: z.array(z.strictObject({ cmd: z.string(), "if-candidate": z.boolean().optional() })).length(2),
  log: z.strictObject({ format: z.enum(["text", "json"]), timestamp: z.boolean() }),
  tracing: z.strictObject({ enabled: z.boolean() }),
})

describe("the image", () => {
  test("its Dockerfile has no fault a linter knows", () => {
    expect(validate(dockerfile)).toEqual([])
  })

  test("pins its base exactly, leaves compilers behind and reports its health", () => {
    expect(dockerfile).toMatch(/^FROM node:24-trixie-slim AS base$/m)
    const [, version] = /const litefsVersion = "v([\d.]+)"/.exec(textOf("scripts/litefs.mjs")) ?? []
    expect(dockerfile).toContain(`FROM flyio/litefs:${version} AS litefs`)
    expect(dockerfile).not.toMatch(/:latest|ADD |curl /)
    expect(dockerfile).not.toMatch(/g\+\+|python3|\bmake\b/)
    // npm would compile better-sqlite3 beside the binaries that it brings: of a lockfile it doesn't know that it needn't.
    expect(textOf(".npmrc")).toMatch(/^ignore-scripts=true$/m)
    expect(dockerfile).toContain("COPY package.json package-lock.json .npmrc ./")
    for (const target of ["several-machines", "one-machine"]) {
      expect(stageOf(target)).not.toMatch(/npm/)
      expect(stageOf(target)).toMatch(/HEALTHCHECK [^\n]*\\\n {2}CMD \[.*\/health/)
    }
  })

  test("is one machine's unless another is named: its own user, a volume, and neither LiteFS nor FUSE", () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))
    expect(last).toMatch(/^\nFROM app AS one-machine$/m)
    expect(last).toMatch(/^USER 1000$/m)
    expect(last).toMatch(/^VOLUME \/data$/m)
    expect(last).toMatch(/^ENV DATABASE_PATH=\/data\/tutti\.db /m)
    expect(`${stageOf("app")}${last}`).not.toMatch(/fuse|litefs/i)
    expect(stageOf("several-machines")).toMatch(/fuse3/)
  })

  test("is started by the compose file as the image means it, behind a proxy that knows its name", () => {
    const { services, volumes } = parseYaml(textOf("compose.yml"))
    expect(services.tutti).toMatchObject({ read_only: true, cap_drop: ["ALL"], volumes: ["data:/data"] })
    expect(services.tutti.environment).toMatchObject({
      TRUSTED_PROXIES: "1",
      DATABASE_PATH: "/data/tutti.db",
      PORT: "3000",
    })
    expect(services.tutti.ports).toBeUndefined()
    expect(services.caddy.environment.TUTTI_APP).toBe("tutti:3000")
    expect(Object.keys(volumes)).toContain("data")
    for (const name of ["TUTTI_HOST", "TUTTI_APP"]) expect(textOf("deploy/Caddyfile")).toContain(`{$${name}:`)
    expect(spawnSync("sh", ["-n", "deploy/tutti"]).status).toBe(0)
    const [, commands = ""] = /^ {2}(migrate \|.*)\) ;;$/m.exec(textOf("deploy/tutti")) ?? []
    const built = textOf("scripts/build.mjs")
    expect(commands.split(" | ").filter((name) => !built.includes(`"scripts/${name}.ts"`))).toEqual([])
  })

  test("has a Node that the app starts on, and so have the checks of each change", () => {
    const named = [dockerfile, textOf(".github/workflows/ci.yml")].flatMap((text) =>
      [...text.matchAll(/\bnode:(\d+)-(?:bookworm|trixie)/g)].map(([, major]) => major),
    )
    expect(named).toEqual(["24", "24"])
    const tried = {
      "18.20.8": false,
      "20.20.2": false,
      "22.11.0": false,
      "22.12.0": true,
      "22.23.3": true,
      "24.21.0": true,
      "26.12.1": true,
    }
    for (const [version, isUsable] of Object.entries(tried))
      expect(isUsableNode(version), version).toBe(isUsable)
  })

  test("gets nothing of this machine: no packages, no data, no secrets, no stand-ins", () => {
    const lines = textOf(".dockerignore").split("\n")
    expect(lines.filter((line) => line && !line.startsWith("#"))[0]).toBe("*")
    const allowed = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1))
    for (const name of ["node_modules", "data", "sandbox", "tests", ".env", ".git", "build"])
      expect(allowed).not.toContain(name)
  })
})

describe("the machines", () => {
  const machines = FlyToml.parse(fly)
  const node = LitefsYml.parse(litefs)

  test("are never stopped or started automatically, and are replaced one by one with time to hand over", () => {
    expect(machines.http_service).toMatchObject({ auto_stop_machines: "off", auto_start_machines: false })
    expect(machines.deploy).toMatchObject({ strategy: "rolling", max_unavailable: 1 })
    expect(machines).toMatchObject({ kill_signal: "SIGTERM", kill_timeout: 30 })
  })

  test("agree with LiteFS and the image on folders and ports, and expose LiteFS's own API to no one", () => {
    expect(machines.mounts[0]?.destination).toBe(node.data.dir)
    expect(machines.env).toMatchObject({
      LITEFS_DIR: node.fuse.dir,
      PORT: String(machines.http_service.internal_port),
    })
    expect(dockerfile).toContain(`ENV LITEFS_DIR=${node.fuse.dir} PORT=${machines.env.PORT}`)
    expect(textOf("fly.toml")).not.toContain("20202")
    expect(node.http.addr).toBe(":20202")
    expect(defaultOf("LITEFS_DATA_DIR")).toBe(node.data.dir)
  })

  test("migrate before they serve, as a user without rights", () => {
    const [migrate, serve] = node.exec
    expect(migrate).toMatchObject({
      cmd: expect.stringMatching(/ node build\/migrate\.mjs$/),
      "if-candidate": true,
    })
    expect(serve?.cmd).toMatch(/ node .*build\/server\.mjs$/)
    for (const { cmd } of node.exec)
      expect(cmd).toMatch(/^setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs /)
  })

  test("believe only Fly's word for a client's address", () => {
    expect(machines.env.TRUSTED_PROXIES).toBe("fly")
  })

  test("are told of every secret the app asks for in production", () => {
    const [, setUp = ""] = /fly secrets set --stage([\s\S]*?)```/.exec(textOf("docs/operations.md")) ?? []
    const inFile = [...Object.keys(machines.env), "MAIL_FROM", "CONTACT_EMAIL"]
    let refusal = ""
    try {
      parseEnv({ NODE_ENV: "production", PAYPAL_MODE: "live" })
    } catch (error) {
      refusal = String(error)
    }
    const wanted = [...refusal.matchAll(/^ {2}(\w+): /gm)].map(([, name = ""]) => name)
    expect(wanted).toContain("SEAL_KEYS")
    expect(wanted.filter((name) => !inFile.includes(name) && !setUp.includes(`${name}=`))).toEqual([])
  })

  test("keep no secret in a file", () => {
    expect(Object.keys(machines.env).filter((name) => /SECRET|KEY|TOKEN|PASSWORD/.test(name))).toEqual([])
  })
})

describe("one machine", () => {
  const unit = textOf("deploy/tutti.service")
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1]

  test("runs the app as its own user, writes for it alone, and is told of when it is given up", () => {
    expect([settingOf("User"), settingOf("UMask"), settingOf("Restart")]).toEqual(["tutti", "0077", "always"])
    expect(settingOf("OnFailure")).toBe("tutti-failed.service")
    for (const name of ["NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome"])
      expect(settingOf(name)).toBe("yes")
    expect([settingOf("ProtectSystem"), settingOf("ReadWritePaths")]).toEqual(["strict", "/var/lib/tutti"])
  })

  test("gives the app longer to stop than it takes", () => {
    // serve.server.ts: ten seconds, then it is over.
    expect(Number(settingOf("TimeoutStopSec"))).toBeGreaterThan(10)
    expect([`${settingOf("TimeoutStopSec")}s`, fly.kill_timeout]).toEqual([
      parseYaml(textOf("compose.yml")).services.tutti.stop_grace_period,
      30,
    ])
  })

  test("doesn’t fall with the backup when memory runs out", () => {
    expect(settingOf("OOMPolicy")).toBe("continue")
    const megabytes = (name: string) => Number.parseInt(settingOf(name) ?? "", 10)
    expect(megabytes("MemoryHigh")).toBeLessThan(megabytes("MemoryMax"))
  })

  test.each(["tutti.service", "tutti-failed.service"])("systemd finds no fault in %s", (name) => {
    const commands = [...textOf(`deploy/${name}`).matchAll(/ExecStart(?:Pre)?=.* (build\/\S+)/g)]
    expect(commands.length).toBeGreaterThan(0)
    for (const [, command = ""] of commands) {
      const source = `scripts/${command.slice(6).replace(".mjs", ".ts")}`
      expect(command === "build/server.mjs" || existsSync(source)).toBe(true)
      if (command !== "build/server.mjs") expect(textOf("scripts/build.mjs")).toContain(`"${source}"`)
    }
    const { error, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", `./deploy/${name}`], {
      encoding: "utf8",
    })
    // What this machine lacks (the user, the programs' places) is no fault of the file.
    if (!error)
      expect(
        stderr
          .split("\n")
          .filter(
            (line) => line.includes("tutti") && !/not executable|Failed to|bus|No such file/i.test(line),
          ),
      ).toEqual([])
  })

  test("is recovered from the same database that it writes", () => {
    const litestream = parseYaml(textOf("deploy/litestream.yml"))
    expect(litestream.dbs.map(({ path }: { path: string }) => path)).toEqual(["/var/lib/tutti/tutti.db"])
    expect(textOf("docs/operations.md")).toContain("DATABASE_PATH=/var/lib/tutti/tutti.db")
  })

  test("proxies keep their connections for less time than the app, and add one hop", () => {
    const [, ms = ""] = /keepAliveTimeout = ([\d_]+)/.exec(textOf("app/edge/serve.server.ts")) ?? []
    const appSeconds = Number(ms.replaceAll("_", "")) / 1000
    for (const [path, shape] of [
      ["deploy/Caddyfile", /^\s*keepalive (\d+)s/m],
      ["deploy/nginx.conf", /keepalive_timeout (\d+)s/],
    ] as const)
      expect(Number(shape.exec(textOf(path))?.[1])).toBeLessThan(appSeconds)
    expect(textOf("deploy/nginx.conf")).toContain("proxy_set_header X-Forwarded-For $remote_addr;")
  })

  test("has settings in the guide that the app takes as they are written", () => {
    const [, written = ""] =
      /### Settings[\s\S]*?```sh\n([\s\S]*?)```/.exec(textOf("docs/operations.md")) ?? []
    const given = parseDotEnv(written)
    const real = {
      ...given,
      SESSION_SECRET: "a secret of forty characters and a few more",
      SEAL_KEYS: "another one of forty characters and some more",
      INBOUND_MAIL_TOKEN: "a-token-of-the-mail-server",
      PAYPAL_PLANS: ["soloTeacher", "standard", "professional"]
        .flatMap((plan) => [`${plan}.monthly=P-1AB:29`, `${plan}.yearly=P-2AB:149`])
        .join(","),
    }
    expect(() => parseEnv(real)).not.toThrow()
    expect(
      checkSettings(real, { isRoot: false, file: { path: "", names: Object.keys(given) } })
        .map(({ kind, name }) => `${kind} ${name}`)
        .filter((finding) => finding !== "unsafe DATABASE_PATH"),
    ).toEqual([])
  })
})

describe("the workflow", () => {
  const Job = z.strictObject({
    if: z.string().optional(),
    needs: z.array(z.string()).optional(),
    "runs-on": z.string(),
    "timeout-minutes": z.number(),
    container: z.strictObject({ image: z.string(), options: z.string().optional() }).optional(),
    environment: z.string().optional(),
    concurrency: z.string().optional(),
    env: z.record(z.string(), z.string()).optional(),
    steps: z.array(
      z.union([
        z.strictObject({
          // By commit: a tag can be moved to other code.
          uses: z.string().regex(/^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/),
          with: z.record(z.string(), z.unknown()).optional(),
        }),
        z.strictObject({ run: z.string() }),
      ]),
    ),
  })
  const jobs = z.record(z.string(), Job).parse(workflow.jobs)

  test("deploys what was tested, those that may lead first", () => {
    expect(jobs.deploy?.needs).toEqual(["test", "image"])
    const commands = jobs.deploy?.steps.flatMap((step) => ("run" in step ? step.run : [])) ?? []
    const image = '"registry.fly.io/$APP:$GITHUB_SHA"'
    expect(commands.filter((command) => command.startsWith("flyctl deploy"))).toEqual([
      'flyctl deploy --remote-only --build-only --push --image-label "$GITHUB_SHA"',
      `flyctl deploy --image ${image} --regions "$REGION"`,
      `flyctl deploy --image ${image} --exclude-regions "$REGION"`,
    ])
    const [names = ""] = commands.filter((command) => command.startsWith("sed "))
    const script = names.replace(' >> "$GITHUB_ENV"', "")
    expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).toBe(
      `APP=${fly.app}\nREGION=${fly.primary_region}\n`,
    )
    expect(textOf(".github/workflows/ci.yml")).not.toMatch(new RegExp(`\\b${fly.primary_region}\\b`))
    expect(jobs.test?.steps.at(-1)).toEqual({ run: ".ci/run" })
  })

  test("starts the image, asks for its health and has it make a backup", () => {
    const commands = JSON.stringify(jobs.image)
    for (const each of ["docker run --detach", "/health", "build/backup.mjs", "restore.mjs --rehearsal"])
      expect(commands).toContain(each)
  })

  test("says beside each action's commit which version it is, the same everywhere", () => {
    const named = textOf(".github/workflows/ci.yml").matchAll(/uses: (\S+)@(\S+)(?: # (\S+))?/g)
    const versions = new Map<string, string>()
    for (const [, action = "", commit, version] of named) {
      expect(version, `${action}@${commit}`).toMatch(/^v?\d+\.\d+/)
      const before = versions.get(action)
      if (before) expect(`${commit} ${version}`, action).toBe(before)
      versions.set(action, `${commit} ${version}`)
    }
    expect(versions.size).toBe(4)
  })

  test("asks for known vulnerabilities, and fails when it can't", () => {
    expect(jobs.audit?.steps.at(-1)).toEqual({ run: "node scripts/audit-packages.mjs --strict" })
  })

  test("restores a backup every week", () => {
    expect(workflow.on.schedule).toHaveLength(1)
    expect(JSON.stringify(jobs["rehearse-restore"])).toContain("restore.mjs --rehearsal")
  })
})
