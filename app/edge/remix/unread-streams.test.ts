import { createRequire } from "node:module"
import { text } from "node:stream/consumers"
import { createRequestHandler, type ServerBuild } from "@remix-run/node"
import { expect, test } from "vitest"
import { dropUnreadStreams } from "./unread-streams.server"

/** A route with a loader, and an entry that says what it was handed for the stream. */
function buildOf(seen: unknown[]): ServerBuild {
  const module = { default: () => null, loader: () => ({ name: "Milo" }) }
  const handle: ServerBuild["entry"]["module"]["default"] = (_request, status, headers, context) => {
    seen.push(context.serverHandoffStream)
    const { loaderData } = context.staticHandlerContext
    return new Response(JSON.stringify(loaderData), { status, headers })
  }
  return {
    entry: { module: { default: handle } },
    routes: { root: { id: "root", path: "", module } },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: { v3_singleFetch: true } as ServerBuild["future"],
    isSpaMode: false,
    mode: "production",
  }
}

test("a document is made without a stream of its data, and a call is answered as before", async () => {
  const seen: unknown[] = []
  const ask = async (path: string) => {
    const answer = await createRequestHandler(
      buildOf(seen),
      "production",
    )(new Request(`http://localhost${path}`))
    return answer.body ? text(answer.body as never) : ""
  }
  const [document, call] = [await ask("/"), await ask("/_root.data")]
  expect(document).toBe(`{"root":{"name":"Milo"}}`)
  expect(call).toContain("Milo")

  dropUnreadStreams()
  dropUnreadStreams()
  expect(await ask("/")).toBe(document)
  expect(await ask("/_root.data")).toBe(call)
  expect(seen.map((stream) => stream !== undefined)).toEqual([true, false])
})

test("Remix’s own parts are where the app looks for them", () => {
  const remix = createRequire(createRequire(import.meta.url).resolve("@remix-run/node"))
  expect(remix("@remix-run/server-runtime/dist/single-fetch.js")).toHaveProperty("encodeViaTurboStream")
})
