import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { afterAll, expect, test } from "vitest"
import { unusedRouterParts } from "../../scripts/unused-router-parts.mjs"

// The browser's build writes settled switches into the router's code (scripts/unused-router-parts.mjs). Here the router goes the
// same way with and without that: what its pages then hold is the same after every step.

type Router = {
  state: Record<string, unknown> & { fetchers: Map<string, { state: string; data: unknown }> }
  initialize(): void
  navigate(to: string | number, options?: object): Promise<void>
  fetch(key: string, routeId: string, to: string, options?: object): void
  revalidate(): void
  dispose(): void
}
type Package = {
  createRouter(init: object): Router
  createMemoryHistory(options: object): object
  redirect(to: string): Response
}
type Match = { shouldLoad: boolean; route: { id: string }; resolve(): Promise<unknown> }
type Asked = { request: Request; params: Record<string, string> }

const folder = mkdtempSync(join(tmpdir(), "tutti-router-"))
afterAll(() => rmSync(folder, { recursive: true }))

async function load(isPlain: boolean): Promise<Package> {
  const { transform } = unusedRouterParts()
  if (typeof transform !== "function") throw new Error("The plugin changes code.")
  const failing = { error: (problem: string) => expect.fail(problem) }
  const outfile = join(folder, isPlain ? "plain.mjs" : "settled.mjs")
  await build({
    entryPoints: [resolve("node_modules/@remix-run/router/dist/router.js")],
    outfile,
    bundle: true,
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "settled",
        setup: ({ onLoad }) =>
          onLoad({ filter: /router\.js$/ }, ({ path }) => {
            const code = readFileSync(path, "utf8")
            const changed = isPlain ? undefined : transform.call(failing as never, code, path)
            const text =
              changed && typeof changed === "object" && "code" in changed ? changed.code : undefined
            expect(isPlain || text !== undefined).toBe(true)
            return { contents: text ?? code, loader: "js" }
          }),
      },
    ],
  })
  return import(pathToFileURL(outfile).href)
}

function openRouter({ createRouter, createMemoryHistory, redirect }: Package): Router {
  let times = 0
  const action = async ({ request }: Asked) => {
    const form = await request.formData()
    if (form.get("bad")) throw new Error("bad")
    return form.get("go") ? redirect("/b") : { typed: form.get("text") }
  }
  const children = [
    { id: "home", index: true, loader: () => "home" },
    { id: "a", path: "a/:x", loader: ({ params }: Asked) => `a ${params.x}`, action },
    { id: "b", path: "b", lazy: async () => ({ loader: () => "b, later", Component: () => null }) },
    {
      id: "err",
      path: "err",
      loader: () => {
        throw new Response("", { status: 404 })
      },
    },
  ]
  const nothing = () => undefined
  return createRouter({
    routes: [{ id: "root", path: "/", loader: () => ++times, hasErrorBoundary: true, children }],
    history: createMemoryHistory({ initialEntries: ["/"] }),
    hydrationData: { loaderData: { root: 0, home: "from the document" } },
    future: {
      v7_normalizeFormMethod: true,
      v7_fetcherPersist: true,
      v7_partialHydration: true,
      v7_prependBasename: true,
      v7_relativeSplatPath: true,
      v7_skipActionErrorRevalidation: true,
    },
    dataStrategy: async ({ matches }: { matches: Match[] }) =>
      Object.fromEntries(
        await Promise.all(
          matches
            .filter(({ shouldLoad }) => shouldLoad)
            .map(async (match) => [match.route.id, await match.resolve()]),
        ),
      ),
    window: {
      document: { createElement: nothing },
      addEventListener: nothing,
      removeEventListener: nothing,
      sessionStorage: { getItem: () => null, setItem: nothing },
      location: { origin: "http://localhost", href: "http://localhost/" },
    },
  })
}

const sent = (fields: Record<string, string>) => {
  const formData = new FormData()
  for (const [name, value] of Object.entries(fields)) formData.append(name, value)
  return { formMethod: "post", formData }
}
const settles = () => new Promise((done) => setTimeout(done, 20))

/** Steps as the pages take them, and what the router holds after each. */
async function walk(router: Router): Promise<string[]> {
  const steps: (() => unknown)[] = [
    () => router.initialize(),
    () => router.navigate("/a/1"),
    () => router.navigate("/a/2?page=2"),
    () => router.navigate("/a/2", sent({ text: "hello" })),
    () => router.navigate("/a/2", sent({ go: "yes" })),
    () => router.navigate(-1),
    () => router.navigate("/err"),
    () => router.navigate("/nowhere"),
    () => router.navigate("/a/3"),
    () => router.fetch("asked", "a", "/a/3"),
    () => router.fetch("posted", "a", "/a/3", sent({ text: "aside" })),
    () => router.navigate("/a/3", sent({ bad: "yes" })),
    () => router.revalidate(),
    () => Promise.all([router.navigate("/a/4"), router.navigate("/b")]),
    () => router.navigate("/b#part"),
  ]
  const held: string[] = []
  for (const step of steps) {
    await step()
    await settles()
    const { location, loaderData, actionData, errors, navigation, historyAction, fetchers } = router.state
    held.push(
      JSON.stringify(
        { location, loaderData, actionData, errors, navigation, historyAction, fetchers: [...fetchers] },
        (key, value) => (key === "key" ? undefined : value),
      ),
    )
  }
  router.dispose()
  return held
}

test("the router does the same without the parts that the app doesn’t use", async () => {
  const [plain, settled] = [
    await walk(openRouter(await load(true))),
    await walk(openRouter(await load(false))),
  ]
  expect(settled).toEqual(plain)
  expect(plain.some((held) => held.includes("b, later"))).toBe(true)
  expect(plain.some((held) => held.includes('"typed":"hello"'))).toBe(true)
})
