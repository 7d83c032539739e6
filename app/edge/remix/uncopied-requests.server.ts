import { createRequire } from "node:module"

// Remix copies a request twice for each loader, to hide parameters of its own from it: six copies for a page of three routes, with
// as many signals. An address without such a parameter has nothing to hide, so its loaders read the request itself.

type LoaderCall = {
  request: Request
  loader: (args: { request: Request; context: unknown; params: unknown }) => unknown
  loadContext: unknown
  params: unknown
  singleFetch: boolean
}
type CallLoader = (call: LoaderCall) => Promise<unknown>

/** A query as Remix writes it again after it took nothing out, so that a loader reads the same address. */
const isPlain = /^[^?#]*(?:\?(?!(?:.*&)?(?:index|_routes)=)[\w*.-]+=[\w*.+-]*(?:&[\w*.-]+=[\w*.+-]*)*)?$/

/** Hands loaders the request itself from now on, in this process, where a copy would say the same. The app defers nothing. */
export function handRequestsOn() {
  const remix = createRequire(createRequire(import.meta.url).resolve("@remix-run/node"))
  const data: { callRouteLoader: CallLoader } = remix("@remix-run/server-runtime/dist/data.js")
  const { callRouteLoader } = data
  if (changed.has(callRouteLoader)) return
  const call: CallLoader = async (asked) => {
    const { request, loader, loadContext: context, params, singleFetch } = asked
    if (!singleFetch || request.body || !isPlain.test(request.url)) return callRouteLoader(asked)
    const found = await loader({ request, context, params })
    // It says what is wrong with that.
    return found === undefined ? callRouteLoader({ ...asked, loader: () => undefined }) : found
  }
  changed.add(call)
  data.callRouteLoader = call
}

const changed = new WeakSet<CallLoader>()
