import { setTimeout as pause } from "node:timers/promises"
import type { PlainContext } from "./browser"
import { type Engine, PlainDocument } from "./document"
import { type Answer, ask, formRequest, type Sent } from "./http"
import { PlainLocator } from "./locator"
import { type RoleOptions, selectors, urlMatches } from "./selectors"

type Text = string | RegExp
type Exact = { exact?: boolean }
type Patience = { timeout?: number }
type Match = string | RegExp | ((url: URL) => boolean)
type Heard = ReturnType<typeof heard>

/** Playwright's page, asked for by HTTP: links, forms and their checks, without scripts and without a window. */
export class PlainPage {
  /** What Playwright's `expect` knows a page by. */
  readonly _apiName = "Page"
  readonly patience = 15_000
  private shown = new PlainDocument("", "about:blank")
  private answer: Answer | undefined
  /** What the last act began, until its page is there. */
  private loading: Promise<unknown> | undefined
  private refresh: NodeJS.Timeout | undefined
  private typed = new WeakSet<EventTarget>()
  private readonly listeners: ((answer: Heard) => void)[] = []
  private readonly of: PlainContext

  constructor(context: PlainContext) {
    this.of = context
  }

  context = () => this.of
  url = () => this.shown.document.URL
  title = async () => this.shown.document.title
  content = async () => this.shown.content()
  viewportSize = () => ({ width: 1280, height: 720 })
  /** Styles are those of a window of this width. */
  setViewportSize = async ({ width, height }: { width: number; height: number }) => {
    if (width !== 1280 || height < 720) throw new Error(`A window of ${width} × ${height} needs a browser.`)
  }
  isClosed = () => this.of.isClosed
  close = async () => clearTimeout(this.refresh)
  /** What a test reads or sets by a function of its own; places and sizes aren't known. */
  evaluate = async (run: unknown, given?: unknown) => this.run(run, given)
  waitForTimeout = (time: number) => pause(time)
  /** A page is there as a whole when the act that asked for it ends. */
  waitForLoadState = async () => {}
  bringToFront = async () => {}
  /** Without scripts a page has no errors, writes nothing and opens no dialog. */
  on = (event: "pageerror" | "console" | "dialog") => {
    if (!["pageerror", "console", "dialog"].includes(event))
      throw new Error(`on("${event}") needs a browser.`)
  }
  mainFrame = () => ({
    _expect: (expression: string, options: Parameters<PlainLocator["_expect"]>[1]) =>
      this.find(":root")._expect(expression, options),
  })

  find = (selector: string, filter?: ConstructorParameters<typeof PlainLocator>[2]) =>
    new PlainLocator(this, selector, filter)
  locator = this.find
  getByRole = (role: string, options?: RoleOptions) => this.find(selectors.role(role, options))
  getByText = (text: Text, options?: Exact) => this.find(selectors.text(text, options))
  getByLabel = (text: Text, options?: Exact) => this.find(selectors.label(text, options))
  getByAltText = (text: Text, options?: Exact) => this.find(selectors.alt(text, options))
  getByPlaceholder = (text: Text, options?: Exact) => this.find(selectors.placeholder(text, options))
  getByTitle = (text: Text, options?: Exact) => this.find(selectors.title(text, options))

  goto = async (address: string, _options?: object) => {
    if (address === "about:blank") return this.put(new PlainDocument("", address))
    await this.load({ url: new URL(address, this.of.baseUrl).href, method: "GET" }, undefined)
    return this.answer && heard(this.answer)
  }
  /** Sends a form again, as Playwright does without asking. */
  reload = async () => {
    if (!this.answer) throw new Error("No page is open.")
    await this.load(this.answer.sent, this.url())
  }
  waitForURL = async (match: Match, { timeout = this.patience }: Patience & { waitUntil?: string } = {}) => {
    const isThere = async () => urlMatches(this.of.baseUrl, this.url(), match)
    if (!(await this.until(timeout, isThere)))
      throw new Error(`The page stayed at ${this.url()}, not ${match}.`)
  }
  waitForResponse = (isMeant: (answer: Heard) => boolean, { timeout = this.patience }: Patience = {}) =>
    new Promise<Heard>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("No such answer came.")), timeout)
      this.listeners.push((answer) => {
        if (!isMeant(answer)) return
        clearTimeout(timer)
        resolve(answer)
      })
    })

  /** Requests beside the page, with its cookies. */
  request = {
    get: async (address: string) => {
      const url = new URL(address, this.of.baseUrl).href
      const answer = await ask(this.of.jar, { url, method: "GET" }, undefined)
      const text = answer.body.toString()
      const { status, ok } = heard(answer)
      return {
        status,
        ok,
        headers: () => answer.headers,
        body: async () => answer.body,
        text: async () => text,
        json: async () => JSON.parse(text),
      }
    },
  }

  keyboard = { press: (key: string) => this.strike(key) }

  // What locators ask of their page.

  get document(): Document {
    return this.shown.document
  }
  get engine(): Engine {
    return this.shown.engine
  }
  ask = <T>(question: (engine: Engine) => T): T => this.shown.ask(question)
  forget = () => this.shown.forget()
  run = <T>(run: unknown, ...given: unknown[]): T => {
    const result = (this.shown.window.eval(`(${run})`) as (...given: unknown[]) => T)(...given)
    this.forget()
    return result
  }

  /** Asks again until it holds: a page may refresh itself. */
  async until(timeout: number, holds: () => Promise<boolean>): Promise<boolean> {
    const end = Date.now() + (timeout || this.patience)
    for (;;) {
      if (await holds()) return true
      if (Date.now() >= end) return false
      await pause(50)
    }
  }

  /** A click, and the page it leads to. */
  async press(element: Element) {
    const meant = element.closest("a[href], button, input, select, textarea, label, summary, option")
    if (!meant)
      throw new Error(
        `A click on ${this.engine.previewNode(element)} needs a browser: it meets what lies there.`,
      )
    if (meant.matches("[popovertarget]")) throw new Error("What opens over a page needs a browser.")
    const field = meant as HTMLElement
    if (!field.matches("label")) field.focus()
    click(element as HTMLElement)
    await this.arrive()
  }

  /** A key where the focus is. */
  async strike(key: string) {
    const field = this.document.activeElement
    if (key !== "Enter" || !field) throw new Error(`The key ${key} needs a browser.`)
    if (field.matches("a[href], button, summary, input[type=submit]")) return await this.press(field)
    if (!field.matches("input"))
      throw new Error(`Enter in ${this.engine.previewNode(field)} needs a browser.`)
    const { form } = field as HTMLInputElement
    const buttons = [...(form?.elements ?? [])].filter(
      (each) => (each as HTMLButtonElement).type === "submit" || (each as HTMLInputElement).type === "image",
    )
    const [main] = buttons as HTMLButtonElement[]
    if (main && !main.matches(":disabled")) click(main)
    const single =
      "input:not([type=checkbox], [type=radio], [type=hidden], [type=file], [type=button], [type=range], [type=color])"
    if (form && !main && [...form.elements].filter((each) => each.matches(single)).length <= 1)
      form.requestSubmit()
    await this.arrive()
  }

  chooseFiles(field: HTMLInputElement, files: { name: string; mimeType: string; buffer: Buffer }[]) {
    if (field.type !== "file" || !field.files) throw new Error("Only a file's field takes files.")
    if (files.length > 1 && !field.multiple) throw new Error("The field takes one file.")
    const { File, Event } = this.shown.window
    // jsdom lets no script put files into a field, as a person does: its own list is behind the one that scripts see.
    const behind = <T extends object>(thing: T): T => {
      const key = Object.getOwnPropertySymbols(thing).find((each) => each.description === "impl")
      return key ? ((thing as Record<symbol, T>)[key] ?? thing) : thing
    }
    const list = behind(field.files) as unknown as File[]
    list.length = 0
    for (const { name, mimeType, buffer } of files)
      list.push(behind(new File([new Uint8Array(buffer)], name, { type: mimeType })))
    field.dispatchEvent(new Event("change", { bubbles: true }))
  }

  private async arrive() {
    this.forget()
    while (this.loading) {
      const { loading } = this
      this.loading = undefined
      await loading
    }
  }

  /** Asks, follows where it is sent on, and shows what came. */
  private async load(first: Sent, from: string | undefined) {
    let sent = first
    clearTimeout(this.refresh)
    for (let hops = 0; hops < 20; hops += 1) {
      const answer = await ask(this.of.jar, sent, from)
      for (const listener of this.listeners) listener(heard(answer))
      const { location } = answer.headers
      if (answer.status < 300 || answer.status > 399 || !location) return await this.show(answer)
      const url = new URL(String(location), sent.url)
      if (!url.hash) url.hash = new URL(sent.url).hash
      const isKept = answer.status === 307 || answer.status === 308
      sent = isKept ? { ...sent, url: url.href } : { url: url.href, method: "GET" }
    }
    throw new Error(`${first.url} leads in circles.`)
  }

  private async show(answer: Answer) {
    const type = String(answer.headers["content-type"])
    if (answer.headers["content-disposition"]?.includes("attachment"))
      throw new Error(`${answer.url} is a download: it needs a browser.`)
    if (answer.status === 204) return
    if (!type.startsWith("text/html")) throw new Error(`${answer.url} is ${type}: it needs a browser.`)
    const html = answer.body.toString()
    const sheets = await this.of.sheetsOf(html, answer.url)
    this.answer = answer
    this.put(new PlainDocument(html, answer.url, sheets))
    const { document } = this.shown
    document.addEventListener("click", (event) => this.begin(event, () => this.follow(event)))
    document.addEventListener("submit", (event) => this.begin(event, () => this.submit(event as SubmitEvent)))
    document.addEventListener("input", (event) => event.target && this.typed.add(event.target))
    document.querySelector<HTMLElement>("[autofocus]")?.focus()
    const refresh = document.querySelector("meta[http-equiv=refresh i]")?.getAttribute("content")
    if (!refresh) return
    const [, seconds, to] = /^\s*(\d+)(?:\s*[;,]\s*(?:url=)?["']?([^"']*))?/i.exec(refresh) ?? []
    const next = new URL(to || answer.url, answer.url).href
    this.refresh = setTimeout(() => {
      this.load({ url: next, method: "GET" }, this.url()).catch(() => {})
    }, Number(seconds) * 1000)
  }

  private put(next: PlainDocument) {
    clearTimeout(this.refresh)
    this.shown.window.close()
    this.shown = next
  }

  /** What a listener throws would be lost. */
  private begin(event: Event, run: () => Promise<unknown> | undefined) {
    const isLink = event.type === "click"
    if (isLink && !(event.target as Element).closest("a[href]")) return
    event.preventDefault()
    try {
      this.loading = run()
    } catch (error) {
      this.loading = Promise.reject(error)
    }
  }

  private follow(event: Event): Promise<unknown> | undefined {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]")
    if (!link) return
    if (link.target && link.target !== "_self") throw new Error("A link that opens a window needs a browser.")
    if (link.hasAttribute("download")) throw new Error("A download needs a browser.")
    const [there, place] = link.href.split("#")
    if (place !== undefined && there === this.url().split("#")[0]) return void this.shown.moveTo(link.href)
    return this.load({ url: link.href, method: "GET" }, this.url())
  }

  private submit(event: SubmitEvent): Promise<unknown> | undefined {
    const form = event.target as HTMLFormElement
    const tooShort = [...form.elements].find((each) => {
      const { minLength, value } = each as HTMLInputElement
      return this.typed.has(each) && minLength > 0 && value.length > 0 && value.length < minLength
    })
    if (tooShort && !form.noValidate) return
    const from = this.url()
    return formRequest(form, event.submitter).then((sent) => this.load(sent, from))
  }
}

/** jsdom checks a form also where its button says that it isn't to be checked. */
function click(element: HTMLElement) {
  const form = element.closest<HTMLButtonElement>("[formnovalidate]")?.form
  const isChecked = form && !form.noValidate
  if (isChecked) form.noValidate = true
  element.click()
  if (isChecked) form.noValidate = false
}

/** What a test is told of an answer. */
function heard({ url, status, sent }: Answer) {
  return {
    url: () => url,
    status: () => status,
    ok: () => status >= 200 && status < 300,
    request: () => ({
      url: () => sent.url,
      method: () => sent.method,
      postData: () => sent.body?.toString() ?? null,
    }),
  }
}
