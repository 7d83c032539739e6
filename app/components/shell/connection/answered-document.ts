// A document that came with a refused form, after logging in again, stays in the browser's cache: Back shows what was typed. Once
// the form is saved it would say there that it wasn't, since the router's requests have addresses of their own.

type Router = typeof globalThis.__remixRouter

/** Asks for such a document again as soon as its form is saved; its answer isn't cached and drops the one that was. */
export function dropAnsweredDocument(used: Router) {
  if (!used.state.actionData) return
  const address = location.href
  let isSent = false
  const stop = used.subscribe(({ navigation, actionData, errors }) => {
    if (navigation.state !== "idle")
      isSent ||= navigation.formMethod !== undefined && navigation.formMethod !== "GET"
    else if (isSent && (actionData || errors)) isSent = false
    else if (isSent) {
      stop()
      void fetch(address, { cache: "reload" }).catch(() => undefined)
    }
  })
}
