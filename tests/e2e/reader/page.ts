import { type APIRequestContext, type APIResponse, type Browser, request } from "@playwright/test"
import { type DOMWindow, JSDOM, VirtualConsole } from "jsdom"
import { type Body, engine, type Found, type Injected, inject } from "./engine"
import { type Expected, Finder, pause, ReaderLocator } from "./locator"
import { type Size, Styles } from "./styles"

// A browser without scripts that draws nothing: it asks the built app over HTTP as Chromium does, reads the page, follows its
// links and sends its forms. What depends on where something is drawn, on Back or on a key but Enter is made in Chromium
// (`drawn` in journey.ts); whatever isn't here fails.

type Options = { baseURL?: string; viewport?: Size | null }
type Cookies = Awaited<ReturnType<APIRequestContext["storageState"]>>["cookies"]
type Sent = { method: string; body?: Buffer; type?: string }
type Opened = {
  window: DOMWindow
  injected: Injected
  html: string
  policy: string
  sent: Sent & { url: string }
}

type Answer = ReturnType<typeof responseOf>

/** What a journey asks of the answer to a page. */
const responseOf = (answer: APIResponse, method: string) => ({
  status: () => answer.status(),
  ok: () => answer.ok(),
  url: () => answer.url(),
  headers: () => answer.headers(),
  request: () => ({ method: () => method }),
})

export class Reader {
  /** Playwright's own fixtures look for it. */
  readonly _connection = { headers: [] }
  newContext = (options: Options = {}) => ReaderContext.open(options)
  close = async () => {}
}

class ReaderContext {
  private readonly opened: ReaderPage[] = []
  private constructor(
    readonly _options: Options,
    public request: APIRequestContext,
  ) {}

  static open = async (options: Options) =>
    new ReaderContext(options, await request.newContext({ baseURL: options.baseURL }))

  async newPage() {
    const page = new ReaderPage(this, this._options.viewport ?? { width: 1280, height: 720 })
    this.opened.push(page)
    return page
  }
  cookies = async () => (await this.request.storageState()).cookies
  async clearCookies({ name }: { name?: string } = {}) {
    const kept = (await this.cookies()).filter((cookie) => name !== undefined && cookie.name !== name)
    await this.keep(kept)
  }
  /** Where addresses begin, which is known only when a journey begins. */
  async at(baseURL: string | undefined) {
    Object.assign(this._options, { baseURL })
    await this.keep([])
  }
  private async keep(cookies: Cookies) {
    await this.request.dispose()
    this.request = await request.newContext({
      baseURL: this._options.baseURL,
      storageState: { cookies, origins: [] },
    })
  }
  async close() {
    for (const page of this.opened) await page.close()
    await this.request.dispose()
  }
}

/** Style sheets are the same on most pages, where they are linked to or, on a first view, within the page. */
const styles = new Map<string, Styles>()
const sheetTexts = new Map<string, string>()

export class ReaderPage extends Finder {
  readonly _apiName = "Page"
  private now?: Opened
  private refresh?: NodeJS.Timeout
  private isRefreshing = false
  /** A page that is on its way. */
  private coming: Promise<unknown> = Promise.resolve()
  private shown = new WeakMap<Element, string>()
  private readonly awaited: ((answer: Answer) => void)[] = []
  private readonly files = new WeakMap<Element, { name: string; mimeType: string; buffer: Buffer }[]>()

  constructor(
    private readonly of: ReaderContext,
    private size: Size,
  ) {
    super()
  }

  context = () => this.of
  mainFrame = () => this
  on = () => this
  get request() {
    return this.of.request
  }
  url = () => this.now?.window.location.href ?? "about:blank"
  /** The address with the page's title, for an error. */
  where = () => `${this.url()}, “${this.now?.window.document.title ?? ""}”`
  content = async () => this.now?.html ?? ""
  viewportSize = () => this.size
  async setViewportSize(size: Size) {
    this.size = size
    this.changed(size)
  }
  waitForLoadState = async () => void (await this.coming)
  async close() {
    clearTimeout(this.refresh)
    this.now?.window.close()
  }
  override locator(selector: string | ReaderLocator, filter = {}) {
    return new ReaderLocator(this, typeof selector === "string" ? selector : selector.selector).filter(filter)
  }

  /** Runs a journey's own function on parts of the page, which may read all but where something is drawn. */
  run<Result>(act: () => Result): Result {
    isAsked = true
    try {
      return this.changed(act())
    } finally {
      isAsked = false
    }
  }

  /** An element's look is taken once, until something on the page may have changed it. */
  changed<Value>(value: Value): Value {
    this.shown = new WeakMap()
    return value
  }

  // Asking and showing

  goto(address: string) {
    return this.load(new URL(address, this.of._options.baseURL), { method: "GET" }, false)
  }
  async reload() {
    const { sent } = this.opened()
    return this.load(new URL(sent.url), sent, true)
  }

  private opened(): Opened {
    if (!this.now) throw new Error("No page is open.")
    return this.now
  }

  private load(address: URL, sent: Sent, isLed: boolean) {
    clearTimeout(this.refresh)
    this.isRefreshing = false
    const loading = this.ask(address, sent, isLed)
    this.coming = loading.catch(() => undefined)
    return loading
  }

  /** Asks for a page as Chromium does, and goes where the answer leads. */
  private async ask(to: URL, sent: Sent, isLed: boolean) {
    if (to.protocol === "about:") return this.show(to, "", "", { ...sent, url: to.href })
    const from = isLed && this.now ? new URL(this.url()) : undefined
    let [address, { method, body, type }, site] = [to, sent, from ? "same-origin" : "none"]
    for (let steps = 0; steps < 20; steps += 1) {
      if (from && address.origin !== from.origin)
        site = address.hostname === from.hostname && site !== "cross-site" ? "same-site" : "cross-site"
      const isTold =
        from &&
        this.now?.policy !== "no-referrer" &&
        (this.now?.policy !== "same-origin" || site === "same-origin")
      const answer = await this.of.request.fetch(address.href, {
        method,
        data: body,
        maxRedirects: 0,
        headers: {
          Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
          "Accept-Language": "en-US",
          "Accept-Encoding": "identity",
          "Upgrade-Insecure-Requests": "1",
          "Sec-Fetch-Site": site,
          "Sec-Fetch-Mode": "navigate",
          "Sec-Fetch-User": "?1",
          "Sec-Fetch-Dest": "document",
          ...(type ? { "Content-Type": type } : {}),
          ...(isTold
            ? { Referer: site === "same-origin" ? from.href.split("#")[0] : `${from.origin}/` }
            : {}),
          ...(from && method !== "GET" ? { Origin: isTold ? from.origin : "null" } : {}),
        } as Record<string, string>,
      })
      const location = [301, 302, 303, 307, 308].includes(answer.status())
        ? answer.headers().location
        : undefined
      if (location === undefined) {
        for (const told of this.awaited.splice(0)) told(responseOf(answer, sent.method))
        const html = /html/.test(answer.headers()["content-type"] ?? "") ? await answer.text() : ""
        await this.show(address, html, answer.headers()["referrer-policy"] ?? "", {
          method,
          body,
          type,
          url: address.href,
        })
        return responseOf(answer, sent.method)
      }
      const next = new URL(location, address)
      next.hash ||= address.hash
      if (answer.status() < 307 && method !== "GET") [method, body, type] = ["GET", undefined, undefined]
      address = next
    }
    throw new Error(`${to} leads on and on.`)
  }

  private async show(address: URL, html: string, policy: string, sent: Opened["sent"]) {
    const before = this.now
    const sheets = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, rules = ""]) => rules)
    // A style sheet within the page is read here alone.
    const { window } = new JSDOM(html.replace(/(<style[^>]*>)[\s\S]*?<\/style>/g, "$1</style>"), {
      url: address.href,
      virtualConsole: new VirtualConsole(),
    })
    for (const link of window.document.querySelectorAll("link[rel=stylesheet]")) {
      const href = new URL(link.getAttribute("href") ?? "", address).href
      const known = sheetTexts.get(href) ?? (await (await fetch(href)).text())
      sheetTexts.set(href, known)
      sheets.push(known)
    }
    const css = sheets.join("\n")
    const look = styles.get(css) ?? new Styles(css)
    styles.set(css, look)
    this.dress(window, look)
    this.changed(window)
    window.addEventListener("click", (event) => {
      try {
        this.follow(event)
      } catch (error) {
        this.coming = Promise.reject(error)
      }
    })
    this.now = { window, html, policy, sent, injected: inject(window) }
    before?.window.close()
    window.document.querySelector<Body>("[autofocus]")?.focus()
    const again = window.document.querySelector("meta[http-equiv=refresh]")?.getAttribute("content")
    if (again) {
      const [seconds = "", to = address.href] = again.split(/;\s*url=/i)
      this.isRefreshing = true
      this.refresh = setTimeout(
        () => void this.load(new URL(to, address), { method: "GET" }, true).catch(() => undefined),
        Number(seconds) * 1000,
      )
    }
  }

  /** Says of an element what a browser would after drawing it. The parts of two pages may share their prototypes. */
  private dress(window: DOMWindow, look: Styles) {
    const displayOf = (element: Element): string => {
      const known = this.shown.get(element)
      if (known) return known
      const found = look.displayOf(element, this.size)
      this.shown.set(element, found)
      return found
    }
    looks.set(window.document, displayOf)
    Object.assign(window, {
      getComputedStyle: (element: Element, pseudo?: string) => ({
        display: pseudo ? "none" : displayOf(element),
        visibility: "visible",
        content: "none",
        pointerEvents: "auto",
        textTransform: "none",
        getPropertyValue: () => "",
      }),
    })
    Object.defineProperties(window.HTMLElement.prototype, drawing)
    Object.defineProperties(window.Element.prototype, drawing)
  }

  // Acting

  async press(element: Body) {
    const target = element.closest<Body>("a[href],button,input,select,textarea,summary,label") ?? element
    target.focus()
    element.click()
    this.changed(element)
    await this.coming
  }

  /** Follows a link and sends a form; all else is left to the page. */
  private follow(event: MouseEvent) {
    if (event.defaultPrevented) return
    const target = (event.target as Element).closest<Body>(
      "a[href],button,input[type=submit],input[type=image]",
    )
    if (!target) return
    if (target.localName === "a") {
      event.preventDefault()
      const to = new URL(target.getAttribute("href") ?? "", this.url())
      const isHere = to.hash && to.href.split("#")[0] === this.url().split("#")[0]
      if (isHere) this.opened().window.location.hash = to.hash
      else void this.load(to, { method: "GET" }, true)
      return
    }
    const key = target as HTMLButtonElement
    if (key.hasAttribute("popovertarget")) throw new Error("What opens over a page needs a browser.")
    if (!key.form || key.type === "button" || key.type === "reset" || key.matches(":disabled")) return
    event.preventDefault()
    this.send(key.form, key)
  }

  private send(form: HTMLFormElement, key?: HTMLButtonElement) {
    if (!form.hasAttribute("novalidate") && !form.noValidate && !key?.hasAttribute("formnovalidate")) {
      const wrong = ([...form.elements] as HTMLInputElement[]).find(
        (each) => each.willValidate && !each.checkValidity() && !this.files.has(each),
      )
      if (wrong) return wrong.focus()
    }
    const said = (name: string) => key?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ""
    const to = new URL(said("action") || this.url(), this.url())
    const entries = this.entriesOf(form, key)
    const method = said("method").toUpperCase()
    const plain = entries.map(([name, value]) => [name, typeof value === "string" ? value : value.name])
    const encoded = new URLSearchParams(plain).toString()
    if (method === "DIALOG") throw new Error("A dialog needs a browser.")
    if (method !== "POST") {
      to.search = encoded
      return void this.load(to, { method: "GET" }, true)
    }
    void this.post(to, said("enctype"), entries, encoded)
  }

  private post(to: URL, encoding: string, entries: [string, string | File][], encoded: string) {
    const body = async (): Promise<Sent> => {
      if (encoding !== "multipart/form-data")
        return { method: "POST", body: Buffer.from(encoded), type: "application/x-www-form-urlencoded" }
      const data = new FormData()
      for (const [name, value] of entries) data.append(name, value)
      const made = new Response(data)
      return {
        method: "POST",
        body: Buffer.from(await made.arrayBuffer()),
        type: made.headers.get("Content-Type") ?? "",
      }
    }
    this.coming = body().then((sent) => this.load(to, sent, true))
  }

  /** What a form sends by HTML's rules. */
  private entriesOf(form: HTMLFormElement, key?: HTMLButtonElement): [string, string | File][] {
    return ([...form.elements] as HTMLInputElement[]).flatMap((each): [string, string | File][] => {
      const { name, type } = each
      if (!name || each.matches(":disabled") || each.closest("datalist")) return []
      if (
        each.localName === "button" ||
        type === "submit" ||
        type === "reset" ||
        type === "button" ||
        type === "image"
      )
        return (each as unknown) === key ? [[name, each.value]] : []
      if (type === "checkbox" || type === "radio")
        return each.checked ? [[name, each.getAttribute("value") ?? "on"]] : []
      if (each.localName === "select")
        return [...(each as unknown as HTMLSelectElement).options]
          .filter((option) => option.selected && !option.disabled)
          .map((option) => [name, option.value])
      if (type === "file") {
        const files = this.files.get(each) ?? [
          { name: "", mimeType: "application/octet-stream", buffer: Buffer.alloc(0) },
        ]
        return files.map((file) => [
          name,
          new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType }),
        ])
      }
      return each.localName === "fieldset" || each.localName === "output"
        ? []
        : [[name, each.value.replace(/\r\n?|\n/g, "\r\n")]]
    })
  }

  attach(input: Body, files: { name: string; mimeType: string; buffer: Buffer }[]) {
    this.files.set(input, files)
    this.changed(input)
  }

  readonly keyboard = {
    press: async (key: string) => {
      const field = this.opened().window.document.activeElement as HTMLInputElement | null
      if (key !== "Enter" || !field) throw new Error(`The key ${key} needs a browser.`)
      const isPressed =
        /^(a|button|summary)$/.test(field.localName) || /^(submit|button|image)$/.test(field.type)
      if (isPressed) return this.press(field)
      if (field.localName === "input" && field.form) this.enter(field.form)
      this.changed(field)
      await this.coming
    },
  }

  /** Enter in a field presses the form's first button, unless that is disabled; a form without one is sent if it has one field. */
  private enter(form: HTMLFormElement) {
    const all = [...form.elements] as HTMLButtonElement[]
    const first = all.find(({ localName, type }) => type === "submit" && /^(button|input)$/.test(localName))
    if (first) return first.matches(":disabled") ? undefined : first.click()
    if (
      all.filter((each) => each.localName === "input" && !/^(hidden|checkbox|radio|file)$/.test(each.type))
        .length === 1
    )
      this.send(form)
  }

  // Finding and judging

  async find(selector: string, isStrict = false): Promise<Found> {
    await this.coming
    const { injected, window } = this.opened()
    const parsed = injected.parseSelector(selector)
    const elements = injected.querySelectorAll(parsed, window.document)
    if (isStrict && elements.length > 1) throw injected.strictModeViolationError(parsed, elements)
    return { injected, elements }
  }

  /** Tries until it succeeds. A page that doesn't load itself again stays as it is, and is tried once. */
  async until<Result>(timeout: number, attempt: () => Promise<Result>): Promise<Result> {
    const end = Date.now() + timeout
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (!this.isRefreshing || Date.now() > end) throw error
        await pause(100)
      }
    }
  }

  waitForTimeout = pause
  waitForResponse = (isMeant: (answer: Answer) => boolean): Promise<Answer> =>
    new Promise((resolve) => {
      const take = (answer: Answer) => void (isMeant(answer) ? resolve(answer) : this.awaited.push(take))
      this.awaited.push(take)
    })

  async waitForURL(pattern: unknown, { timeout = 30_000 } = {}) {
    await this.until(timeout, async () => {
      await this.coming
      if (!engine.urlMatches(this.of._options.baseURL, this.url(), pattern))
        throw new Error(`The page is ${this.url()}, not ${pattern}`)
    })
  }

  _expect = (expression: string, options: Expected) => this.expects(":root", expression, options)

  async expects(selector: string, expression: string, options: Expected) {
    const isArray = expression === "to.have.count" || expression.endsWith(".array")
    const judged = {
      matches: options.isNot,
      received: undefined as unknown,
      errorMessage: undefined as string | undefined,
    }
    await this.until(options.timeout, async () => {
      const { injected, elements } = await this.find(selector, !isArray)
      if (!isArray && !elements[0]) {
        const isGone = expression === "to.be.hidden" || expression === "to.be.detached"
        const mayBeGone = options.isNot && /^to\.be\.(visible|attached|in\.viewport)$/.test(expression)
        judged.matches = isGone ? true : mayBeGone ? false : options.isNot
        judged.errorMessage = judged.matches === options.isNot ? "element(s) not found" : undefined
      } else
        Object.assign(
          judged,
          { errorMessage: undefined },
          await injected.expect(elements[0], { ...options, expression }, elements, true),
        )
      if (judged.matches === options.isNot) throw new Error("not yet")
    }).catch((error) => {
      if (error.message !== "not yet") throw error
    })
    return judged
  }
}

/** The rest of Playwright's interface is none of a page that isn't drawn. */
export const beginAt = (context: unknown, baseURL: string | undefined) =>
  (context as ReaderContext).at(baseURL)
export const readerBrowser = () => new Reader() as unknown as Browser

/** How the elements of a document are displayed. */
const looks = new WeakMap<object, (element: Element) => string>()

function isDrawn(element: Element): boolean {
  const displayOf = looks.get(element.ownerDocument)
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (displayOf?.(each) === "none") return false
    const parent: Element | null = each.parentElement
    const isFolded = parent?.localName === "details" && !parent.hasAttribute("open")
    if (isFolded && each !== parent.querySelector(":scope > summary")) return false
  }
  return true
}

const sized = "img,svg,canvas,video,iframe,input:not([type=hidden]),button,select,textarea,progress,meter,hr"

/** An element without content has no size; neither has an option of a closed list. */
function hasSize(element: Element): boolean {
  if (element.localName !== "select" && element.closest("select")) return false
  return (
    Boolean(element.textContent?.trim()) || element.matches(sized) || element.querySelector(sized) !== null
  )
}

let isAsked = false
const places =
  "clientHeight clientLeft clientTop clientWidth getClientRects offsetHeight offsetLeft offsetTop offsetWidth scrollHeight scrollIntoView scrollLeft scrollTop scrollWidth"

const refuse = () => {
  throw new Error("Where something is drawn only a browser knows: mark the journey as drawn.")
}

const drawing: PropertyDescriptorMap = {
  ...Object.fromEntries(places.split(" ").map((name) => [name, { configurable: true, get: refuse }])),
  /** In one line. */
  innerText: {
    configurable: true,
    get(this: Element) {
      const words = this.ownerDocument.createTreeWalker(this, 4)
      const shown: string[] = []
      while (words.nextNode()) {
        const { parentElement, textContent } = words.currentNode
        if (parentElement && isDrawn(parentElement)) shown.push(textContent ?? "")
      }
      return shown.join(" ").replace(/\s+/g, " ").trim()
    },
  },
  checkVisibility: {
    configurable: true,
    value(this: Element) {
      return isDrawn(this)
    },
  },
  getBoundingClientRect: {
    configurable: true,
    value(this: Element) {
      if (isAsked) refuse()
      const side = isDrawn(this) && hasSize(this) ? 1 : 0
      return { x: 0, y: 0, top: 0, left: 0, width: side, height: side, right: side, bottom: side }
    },
  },
}
