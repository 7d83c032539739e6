import { randomUUID } from "node:crypto"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { createRequestHandler, type ServerBuild } from "@remix-run/node"
import { sqlite } from "db/client.server"
import { inject } from "vitest"
import { prepareBuild } from "~/edge/remix/prepared-build.server"
import { answererOf } from "~/edge/remix/serve-remix.server"
import { bringsPendingForms } from "~/http/pending-form-cookie"
import { isWritingGet } from "~/http/provider-returns"
import { requestIdHeader } from "~/http/request-id"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { inFormats } from "~/utils/formats.server"
import { openSchool } from "./school"

// The built app, asked as a browser without scripts would ask it: a Request in, a Response out, on this file's own
// database. Reads run on a connection that refuses writes, as on a replica.

type Handler = (request: Request) => Promise<Response>
type Build = ServerBuild & {
  entry: {
    module: {
      bringBack(handler: Handler): Handler
    }
  }
}
let handler: Handler | undefined

/** The built app, loaded when it is first asked for. */
export async function app(): Promise<Handler> {
  if (!handler) {
    const build = (await import(pathToFileURL(resolve(inject("serverBuild"))).href)) as Build
    const { bringBack } = build.entry.module
    const answererFor = answererOf(prepareBuild(build), (branch) =>
      bringBack(createRequestHandler(branch, "production")),
    )
    // As the edge does: each address is answered by its own routes, every request has an id and is written in formats of its own.
    handler = (request) => {
      request.headers.set(requestIdHeader, randomUUID())
      const { handle } = answererFor(new URL(request.url).pathname)
      return inFormats(undefined, () => handle(request))
    }
  }
  return handler
}

/** A person at a browser: their cookies, which the answers change. */
export class Browser {
  private cookies = new Map<string, string>()

  /** @param address where the person's requests come from, as the edge would say */
  constructor(private readonly address?: string) {}

  /** A browser in which this user has just logged in. */
  static async of(userId: string): Promise<Browser> {
    const browser = new Browser()
    const { token } = startSignIn(userId, { remember: false, userAgent: "test" })
    browser.keep(await keepSignInToken(token, undefined))
    return browser
  }

  /** A browser with the cookies that another one sends. */
  static with(cookieHeader: string): Browser {
    const browser = new Browser()
    for (const pair of cookieHeader.split("; ").filter(Boolean)) browser.keep(pair)
    return browser
  }

  /** Another browser with the same cookies: what one does, the other does not see. */
  copy(): Browser {
    const twin = new Browser(this.address)
    twin.cookies = new Map(this.cookies)
    return twin
  }

  /** Loses a cookie: it expired, or someone cleared it. */
  forget(name: string) {
    this.cookies.delete(name)
  }

  /** Gets a cookie that another browser has. */
  take(from: Browser, name: string) {
    const value = from.cookies.get(name)
    if (value !== undefined) this.cookies.set(name, value)
  }

  visit(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.ask(
      new Request(`http://localhost:3000${path}`, { headers: { ...this.headers(), ...headers } }),
    )
  }

  /** What a person reads at an address. */
  async read(path: string, headers?: Record<string, string>): Promise<string> {
    return textOf(await this.visit(path, headers))
  }

  /** The page at an address as it is sent. */
  async html(path: string, headers?: Record<string, string>): Promise<string> {
    return (await this.visit(path, headers)).text()
  }

  /** Calls the JSON API; a string is sent as it is. */
  call(method: string, path: string, body?: unknown): Promise<Response> {
    return this.ask(
      new Request(`http://localhost:3000${path}`, {
        method,
        headers: { ...this.headers(), Accept: "application/json", "Content-Type": "application/json" },
        body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      }),
    )
  }

  /** Sends bytes as another machine does, with its own headers. */
  send(path: string, body: Buffer, headers: Record<string, string>): Promise<Response> {
    return this.ask(
      new Request(`http://localhost:3000${path}`, { method: "POST", headers, body: new Uint8Array(body) }),
    )
  }

  /** Posts a form as a browser without scripts does; arrays repeat a name, a File makes it multipart. */
  submit(
    path: string,
    fields: Record<string, string | string[] | File>,
    method = "POST",
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const entries = Object.entries(fields).flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((each): [string, string] => [name, each])
        : [[name, value] as [string, string | File]],
    )
    const hasFile = entries.some(([, value]) => value instanceof File)
    const body = hasFile ? new FormData() : new URLSearchParams()
    for (const [name, value] of entries) (body as FormData).append(name, value as string)
    return this.ask(
      new Request(`http://localhost:3000${path}`, {
        method,
        headers: { ...this.headers(), ...headers },
        body,
      }),
    )
  }

  /** The cookies as the browser sends them, for a test that asks a server of its own. */
  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  }

  private headers() {
    return {
      Cookie: this.cookieHeader(),
      ...(this.address ? { "x-tutti-address": this.address } : {}),
    }
  }

  private async ask(request: Request): Promise<Response> {
    const handle = await app()
    const reading =
      (request.method === "GET" || request.method === "HEAD") &&
      !isWritingGet(new URL(request.url).pathname) &&
      !bringsPendingForms(request.headers.get("Cookie") ?? undefined)
    // The build has its own connection to this file; the pragma is per connection, so it is set through the build.
    const toggled = reading ? await onlyReading(() => handle(request)) : await handle(request)
    for (const cookie of toggled.headers.getSetCookie()) this.keep(cookie)
    return toggled
  }

  private keep(setCookie: string) {
    const [pair = "", ...attributes] = setCookie.split(";")
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]
    if (attributes.some((attribute) => attribute.trim() === "Max-Age=0")) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** Runs a read with the build's connection refusing writes: a write in a loader fails, as it would on a replica. */
async function onlyReading<Result>(read: () => Promise<Result>): Promise<Result> {
  const shared = globalThis as typeof globalThis & { tuttiReadOnly?: (on: boolean) => void }
  shared.tuttiReadOnly?.(true)
  try {
    return await read()
  } finally {
    shared.tuttiReadOnly?.(false)
  }
}

/** Where a browser with scripts asks for a page, or sends a form of it: the answer is data, and nothing is drawn. */
export const dataOf = (address: string): string => {
  // The part behind "#" stays in the browser.
  const [path = "", query] = (address.split("#")[0] ?? "").split("?")
  return `${path === "/" ? "/_root" : path}.data${query ? `?${query}` : ""}`
}

/** The text of an answer without markup, for asserting what a person reads. */
export async function textOf(response: Response): Promise<string> {
  const html = await response.text()
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/\s+/g, " ")
    .trim()
}

/** How an answer ended, and what a person reads of it. */
export const answerOf = async (answer: Response) => [answer.status, await textOf(answer)]

/** Where an answer leads. */
export const locationOf = (answer: Response) => answer.headers.get("Location") ?? ""

/** How an answer leads on, and where. */
export const redirectOf = (answer: Response) => [answer.status, answer.headers.get("Location")]

/** The rows of a table in this file's database, for asserting that nothing changed. */
export const rowCount = (table: string): number =>
  (sqlite().prepare(`select count(*) as n from "${table}"`).get() as { n: number }).n

/** A school, and its administrator at a browser. */
export async function openOffice(facts?: Parameters<typeof openSchool>[0]) {
  const { actor, userId } = openSchool(facts)
  return { actor, userId, browser: await Browser.of(userId) }
}
