import { z } from "zod"

// Email addresses whose domain isn't plain letters: "jo@müller.example". They are kept and shown as people write them, and
// checked and sent as mail servers know them: "jo@xn--mller-kva.example". A browser may send either.

/** Node's own, asked for so that a browser can load this file; there the URL says the one, and the other isn't needed. */
const ofNode = () => globalThis.process?.getBuiltinModule?.("node:url")

function ofHost(domain: string): string {
  const isPlain = /^[\w.-]+$/.test(domain) && !/xn--/i.test(domain)
  if (isPlain) return domain
  const node = ofNode()
  if (node) return node.domainToASCII(domain)
  return URL.parse(`http://${domain}`)?.hostname ?? ""
}

function withDomain(address: string, change: (domain: string) => string): string {
  const at = address.lastIndexOf("@") + 1
  const domain = at > 0 ? change(address.slice(at)) : ""
  return domain ? address.slice(0, at) + domain : address
}

/** As mail servers know it; what has no such form stays as it is. */
export const sentAddress = (address: string): string => withDomain(address, ofHost)

/** As people write it. */
export const shownAddress = (address: string): string =>
  withDomain(address, (domain) =>
    /[^\x20-\x7e]|xn--/i.test(domain) ? (ofNode()?.domainToUnicode(ofHost(domain)) ?? domain) : domain,
  )

const domainOfLetters =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i

/** Whether it is a whole address that mail can be sent to. */
export const isMailAddress = (address: string): boolean => domainOfLetters.test(sentAddress(address))

/** An address in a form, kept as people write it; `message` says what to do where it isn't one. */
export const fullAddress = (message?: string) =>
  z
    .string()
    .transform(sentAddress)
    .pipe(z.email({ pattern: domainOfLetters, ...(message === undefined ? {} : { error: message }) }))
    .transform(shownAddress)
