import type { HeadersFunction, ServerBuild } from "@remix-run/node"

// A page's own `headers` decide which headers of its action reach the browser. `Retry-After` always must: so every
// route's `headers` run first, and it is added to their result.

type Routes = ServerBuild["routes"]

/** The build in which every page's 429 carries the `Retry-After` of its action or loader. */
export function passRetryAfter<Build extends ServerBuild>(build: Build): Build {
  const routes = Object.entries(build.routes).map(([id, route]) =>
    route
      ? [id, { ...route, module: { ...route.module, headers: withWait(route.module.headers) } }]
      : [id, route],
  )
  return { ...build, routes: Object.fromEntries(routes) as Routes }
}

function withWait(own: HeadersFunction | { [name: string]: string } | undefined): HeadersFunction {
  return (given) => {
    const headers = new Headers(typeof own === "function" ? own(given) : (own ?? given.parentHeaders))
    for (const headersPart of [given.errorHeaders, given.actionHeaders, given.loaderHeaders]) {
      const wait = headersPart?.get("Retry-After")
      if (wait) headers.set("Retry-After", wait)
    }
    return headers
  }
}
