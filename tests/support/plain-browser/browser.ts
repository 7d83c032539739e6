import { CookieJar } from "jsdom"
import { ask } from "./http"
import { PlainPage } from "./page"

type Options = { baseURL?: string; javaScriptEnabled?: boolean }

/** A person's browser: its cookies, and its pages. */
export class PlainContext {
  jar = new CookieJar()
  readonly baseUrl: string | undefined
  /** Where Playwright's `expect` finds it. */
  readonly _options: Options
  isClosed = false
  private readonly sheets: Map<string, Promise<string>>
  private readonly opened: PlainPage[] = []

  constructor({ baseURL, javaScriptEnabled }: Options, sheets: Map<string, Promise<string>>) {
    if (javaScriptEnabled) throw new Error("Scripts need a browser: list the journey in chromium-only.ts.")
    this.baseUrl = baseURL
    this._options = { baseURL }
    this.sheets = sheets
  }

  pages = () => this.opened
  newPage = async () => {
    const page = new PlainPage(this)
    this.opened.push(page)
    return page
  }
  /** All, or those of a name. */
  clearCookies = async ({ name, ...others }: { name?: string } = {}) => {
    if (Object.keys(others).length > 0) throw new Error("Cookies are cleared by name here.")
    const kept = this.jar.serializeSync()
    const cookies = (kept?.cookies ?? []).filter(({ key }) => name !== undefined && key !== name)
    this.jar = CookieJar.deserializeSync(JSON.stringify({ ...kept, cookies })) as CookieJar
  }
  close = async () => {
    this.isClosed = true
    for (const page of this.opened) await page.close()
  }

  /** The texts of a page's linked sheets, asked for once. */
  async sheetsOf(html: string, url: string): Promise<string[]> {
    const links = [...html.matchAll(/<link\b[^>]*\brel="stylesheet"[^>]*>/g)].flatMap(
      ([link]) => /\bhref="([^"]+)"/.exec(link)?.[1] ?? [],
    )
    return await Promise.all(
      links.map((href) => {
        const address = new URL(href.replaceAll("&amp;", "&"), url).href
        const known =
          this.sheets.get(address) ??
          ask(this.jar, { url: address, method: "GET" }, url).then(({ body }) => body.toString())
        this.sheets.set(address, known)
        return known
      }),
    )
  }
}

/** In Chromium's place where a journey needs neither scripts nor a window. */
export class PlainBrowser {
  /** What Playwright's fixtures look at. */
  readonly _connection = {}
  private readonly sheets = new Map<string, Promise<string>>()
  private readonly contexts: PlainContext[] = []

  /** Of contexts that name no other. */
  baseUrl: string | undefined

  newContext = async (options: Options = {}) => {
    const context = new PlainContext({ baseURL: this.baseUrl, ...options }, this.sheets)
    this.contexts.push(context)
    return context
  }
  close = async () => {
    for (const context of this.contexts) await context.close()
  }
}
