import type { HeadersFunction, ServerBuild } from "@remix-run/node"

// A page's own `headers` decide which headers of its action reach the browser. How long to wait must always: so every
// route's `headers` are asked first, and `Retry-After` is added to what they answer.

type Routes = ServerBuild["routes"]

/** The build with every page's 429 carrying the `Retry-After` its action or loader said. */
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
