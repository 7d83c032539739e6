import { createRequire } from "node:module"
import { createRequestHandler, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node"
import { beforeAll, expect, test } from "vitest"
import { handRequestsOn } from "./uncopied-requests.server"

/** A route whose loader and action note the request they are given. */
function buildOf(seen: Request[]): ServerBuild {
  const note = ({ request }: LoaderFunctionArgs) => {
    seen.push(request)
    return new URL(request.url).searchParams.has("nothing") ? (undefined as never) : { url: request.url }
  }
  const module = { default: () => null, loader: note, action: note }
  const handle: ServerBuild["entry"]["module"]["default"] = (_request, status, headers, context) => {
    const { loaderData, errors } = context.staticHandlerContext
    const said = Object.values(errors ?? {}).map((error) => error?.message)
    return new Response(JSON.stringify({ loaderData, said }), { status, headers })
  }
  return {
    entry: { module: { default: handle, handleError: () => undefined } },
    routes: { root: { id: "root", path: "", module } },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: { v3_singleFetch: true } as ServerBuild["future"],
    isSpaMode: false,
    mode: "development",
  }
}

const plain = ["/", "/?page=2", "/?page=2&q=a+b", "/?status=", "/?myindex=1&routes=2"]
const others = [
  "/?",
  "/?index",
  "/?index=1&page=2",
  "/?page=2&index=",
  "/?_routes=root&page=2",
  "/?page=2&_routes=",
  "/?page",
  "/?page=2&",
  "/?q=a%20b",
  "/?at=10:30",
  "/?q=(a)",
]

async function ask(path: string, init?: RequestInit) {
  const seen: Request[] = []
  const request = new Request(`http://localhost${path}`, init)
  const answer = await createRequestHandler(buildOf(seen), "development")(request)
  return { request, seen, said: `${answer.status} ${await answer.text()}` }
}

const before = new Map<string, string>()
beforeAll(async () => {
  for (const path of [...plain, ...others, "/?nothing=1", "/?nothing"])
    before.set(path, (await ask(path)).said)
  handRequestsOn()
  handRequestsOn()
})

test.each(plain)(
  "the loader of %s reads the request itself, and the address it read before",
  async (path) => {
    const { request, seen, said } = await ask(path)
    expect(seen).toHaveLength(1)
    expect(seen[0]).toBe(request)
    expect(said).toBe(before.get(path))
  },
)

test.each(others)("the loader of %s reads the address as Remix writes it", async (path) => {
  const { request, seen, said } = await ask(path)
  expect(seen[0]).not.toBe(request)
  expect(said).toBe(before.get(path))
})

test("a loader without a result is refused as before", async () => {
  const { said } = await ask("/?nothing=1")
  expect(said).toBe(before.get("/?nothing=1"))
  expect(said).toMatch(/^500 .*didn't return/)
})

test("an action reads a copy, as before", async () => {
  const { request, seen } = await ask("/", { method: "POST", body: new URLSearchParams({ name: "Milo" }) })
  expect(seen).toHaveLength(2)
  expect(seen[0]).not.toBe(request)
  expect(await seen[0]?.text()).toBe("name=Milo")
})

test("Remix’s own parts are where the app looks for them", () => {
  const remix = createRequire(createRequire(import.meta.url).resolve("@remix-run/node"))
  expect(remix("@remix-run/server-runtime/dist/data.js")).toHaveProperty("callRouteLoader")
})
