// A tab that was open before an upgrade has the addresses of scripts that may be gone. Remix would load the page again that the
// person is on, so that a form they have sent is there again. Here the destination loads instead, as a document.

type Router = typeof globalThis.__remixRouter
type Route = Router["routes"][number]

const never = <Value>() => new Promise<Value>(() => undefined)

/** Loads where the router is going as a document: after a form, where its answer leads. */
export function goByDocument({ state, createHref }: Router) {
  const to = state.navigation.location
  if (!to) return
  const isHere = to.pathname === location.pathname && to.search === location.search
  // To a place on the page that is open, a browser would only scroll.
  location.assign(createHref(isHere ? { ...to, hash: "" } : to))
}

/** Imports each route's script before Remix does, and deals with one that can't be had. Runs once. */
export function replaceMissingScripts(router: Router) {
  const files = window.__remixManifest.routes
  /** Routes whose action or data was used without their script. */
  const missing = new Set<string>()
  const watchOver = (route: Route) => {
    for (const child of route.children ?? []) watchOver(child)
    const { lazy, id } = route
    const file = files[id]?.module
    if (!lazy || !file) return
    const load = async () => {
      const { lazy: again } = route
      try {
        await import(/* @vite-ignore */ file)
      } catch {
        if (router.state.navigation.state === "loading") {
          goByDocument(router)
          return never<Awaited<ReturnType<typeof lazy>>>()
        }
        // A form on its way to another page, or something a page asks beside: its answer says where to go.
        missing.add(id)
        setTimeout(() => Object.assign(route, { lazy: again }))
        return {}
      }
      missing.delete(id)
      return lazy()
    }
    Object.assign(route, { lazy: load })
  }
  for (const route of router.routes) watchOver(route)
  // Another page's form was refused: only a document can show that page.
  router.subscribe(({ matches, navigation, location: arrived }) => {
    if (navigation.state === "idle" && matches.some(({ route }) => missing.has(route.id)))
      location.replace(router.createHref(arrived))
  })
}
