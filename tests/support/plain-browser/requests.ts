import { askServer } from "../server"

// What a browser sends when a person follows a link or sends a form, and the cookies it keeps.

export type Outgoing = {
  url: string
  method?: string
  body?: Buffer
  type?: string
  /** The page that asks. */
  from?: string
}
export type Document = {
  url: string
  status: number
  headers: Record<string, string>
  text: string
  raw: Buffer
}

type Cookie = { name: string; value: string; path: string }

const agent =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"

/** The cookies of one browser. All that journeys ask is on one host. */
export class Requests {
  #cookies: Cookie[] = []

  cookies(): Cookie[] {
    return this.#cookies
  }

  forget(name?: string) {
    this.#cookies = name === undefined ? [] : this.#cookies.filter((cookie) => cookie.name !== name)
  }

  keep(cookie: Cookie) {
    this.#cookies = this.#cookies.filter(({ name, path }) => name !== cookie.name || path !== cookie.path)
    this.#cookies.push(cookie)
  }

  /** Follows redirects, as far as a browser does. */
  async open(outgoing: Outgoing): Promise<Document> {
    let { url, method = "GET", body, type } = outgoing
    for (let steps = 0; steps < 20; steps += 1) {
      const answer = await this.#ask({ url, method, body, type, from: outgoing.from })
      const to = answer.headers.location
      if (answer.status < 300 || answer.status > 399 || !to) return answer
      const hash = new URL(url).hash
      const next = new URL(to, url)
      if (!next.hash) next.hash = hash
      url = next.href
      if (answer.status < 307) [method, body, type] = ["GET", undefined, undefined]
    }
    throw new Error(`${outgoing.url} redirects on and on.`)
  }

  async #ask({ url, method = "GET", body, type, from }: Outgoing): Promise<Document> {
    const { origin, host, hostname, port, pathname, search } = new URL(url)
    const own = from ? new URL(from) : undefined
    const site = !own
      ? "none"
      : own.origin === origin
        ? "same-origin"
        : own.hostname === hostname
          ? "same-site"
          : "cross-site"
    const sent = this.#cookies.filter(({ path }) => pathname.startsWith(path))
    const { status, headers, text, raw } = await askServer(Number(port), `${pathname}${search}`, {
      method,
      body,
      headers: {
        Host: host,
        "User-Agent": agent,
        Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language": "en-US,en;q=0.9",
        "Sec-Fetch-Site": site,
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-User": "?1",
        "Sec-Fetch-Dest": "document",
        "Upgrade-Insecure-Requests": "1",
        ...(own?.origin === origin && from ? { Referer: from } : {}),
        ...(method === "GET" ? {} : { Origin: own?.origin ?? "null" }),
        ...(type ? { "Content-Type": type } : {}),
        ...(sent.length ? { Cookie: sent.map(({ name, value }) => `${name}=${value}`).join("; ") } : {}),
      },
    })
    for (const line of headers["set-cookie"] ?? []) this.#take(line)
    const plain = Object.entries(headers).map(([name, value]) => [name, String(value)])
    return { url, status, headers: Object.fromEntries(plain), text, raw }
  }

  #take(line: string) {
    const [pair = "", ...rest] = line.split(";").map((part) => part.trim())
    const at = pair.indexOf("=")
    const facts = new Map(
      rest.map((part) => [part.split("=")[0]?.toLowerCase(), part.slice(part.indexOf("=") + 1)]),
    )
    const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), path: facts.get("path") ?? "/" }
    this.keep(cookie)
    const age = facts.get("max-age")
    const until = facts.get("expires")
    const isOver = age !== undefined ? Number(age) <= 0 : until !== undefined && Date.parse(until) <= 0
    if (isOver) this.#cookies = this.#cookies.filter((each) => each !== cookie)
  }
}
