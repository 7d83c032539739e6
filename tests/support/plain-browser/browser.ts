import { PlainPage } from "./page"
import { Requests } from "./requests"

// A browser without scripts, without a screen and without a process: a journey asks the built server as a person's browser
// would, and the pages are parsed. What needs an engine (layout, colors, the keyboard's own ways) isn't here, and a journey
// that asks for it fails.

type Options = { baseURL?: string; viewport?: { width: number; height: number } | null }

export class PlainContext {
  readonly requests = new Requests()

  constructor(readonly _options: Options) {}

  async newPage(): Promise<PlainPage> {
    const page = new PlainPage(this)
    this.#pages.push(page)
    if (this._options.viewport) await page.setViewportSize(this._options.viewport)
    return page
  }
  readonly #pages: PlainPage[] = []
  pages = () => this.#pages
  clearCookies = async ({ name }: { name?: string } = {}) => this.requests.forget(name)
  cookies = async () => this.requests.cookies()
  async close() {
    for (const page of this.#pages) await page.close()
  }
  async get(url: string) {
    const { status, headers, text, raw } = await this.requests.open({ url })
    return {
      status: () => status,
      ok: () => status < 400,
      headers: () => headers,
      text: async () => text,
      body: async () => raw,
    }
  }
}

export class PlainBrowser {
  newContext = async (options: Options = {}) => new PlainContext(options)
  newPage = async (options: Options = {}) => new PlainContext(options).newPage()
  close = async () => undefined
}
