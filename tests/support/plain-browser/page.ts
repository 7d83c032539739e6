import { EventEmitter } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import {
  type Element,
  type HTMLElement,
  type HTMLFormElement,
  type HTMLInputElement,
  type HTMLSelectElement,
  Window,
} from "happy-dom"
import type { PlainContext } from "./browser"
import { Finding, Locator } from "./locator"
import type { Document, Outgoing } from "./requests"
import { type Expectation, type InPage, inPage } from "./selectors"
import {
  chooseAsWritten,
  controlsOf,
  defaultButton,
  type GivenFile,
  isDisabled,
  isRefused,
  outgoingOf,
} from "./sent-form"
import { answerWhatShows } from "./shown"

type Choice = string | { label?: string; value?: string; index?: number }
type Address = string | RegExp | ((url: URL) => boolean)
type Parsed = { window: Window; inPage: InPage; shows: { forget(): void } }

const patience = 10_000
const stylesheets = new Map<string, string>()

/** A tab of a browser without scripts and without a screen. */
export class PlainPage extends Finding {
  /** Playwright's `expect` asks for it. */
  readonly _apiName = "Page"
  readonly #events = new EventEmitter()
  readonly #files = new WeakMap<Element, GivenFile[]>()
  #history: Outgoing[] = []
  #index = -1
  #document: Document = { url: "about:blank", status: 200, headers: {}, text: "", raw: Buffer.alloc(0) }
  #parsed: Parsed | undefined
  #refresh: { at: number; url: string } | undefined
  #size = { width: 1280, height: 720 }

  constructor(private readonly owner: PlainContext) {
    super()
  }

  // What a journey asks of a page.

  context = () => this.owner
  request = { get: (url: string) => this.owner.get(this.#absolute(url)) }
  on = (event: string, listener: (given: unknown) => void) => void this.#events.on(event, listener)
  url = () => this.#document.url
  content = async () => this.#document.text
  title = async () => this.#window.document.title
  viewportSize = () => this.#size
  mainFrame = () => this
  override locator(selector: string | Locator): Locator {
    return new Locator(this, typeof selector === "string" ? selector : selector.selector)
  }
  async setViewportSize(size: { width: number; height: number }) {
    this.#size = size
    if (this.#parsed) await this.#parse()
  }
  async goto(address: string) {
    await this.#open({ url: this.#absolute(address) })
    const { status, headers, text } = this.#document
    return { status: () => status, ok: () => status < 400, headers: () => headers, text: async () => text }
  }
  async reload() {
    const entry = this.#history[this.#index]
    if (entry) await this.#load(entry)
  }
  goBack = () => this.#go(-1)
  goForward = () => this.#go(1)
  async waitForURL(address: Address, { timeout = patience }: { timeout?: number } = {}) {
    const isThere = () => {
      const url = new URL(this.url())
      if (typeof address === "function") return address(url)
      return typeof address === "string" ? url.href === this.#absolute(address) : address.test(url.href)
    }
    if (!(await this.#until(async () => isThere(), timeout)))
      throw new Error(`The page is still ${this.url()}.`)
  }
  waitForTimeout = (milliseconds: number) => pause(milliseconds)
  waitForLoadState = async () => undefined
  waitForEvent = (event: string) => new Promise((done) => this.#events.once(event, done))
  close = async () => this.#leave()
  isClosed = () => this.#parsed === undefined
  evaluate = async (run: (given: unknown) => unknown, given?: unknown) => this.run(run, given)
  keyboard = {
    press: (key: string) => this.press(key),
    type: async (text: string) => this.type(text),
  }

  // What locators ask of their page.

  all(selector: string): Element[] {
    const { inPage, window } = this.#now
    return inPage.querySelectorAll(inPage.parseSelector(selector), window.document)
  }

  /** The one element that a selector means. */
  async one(selector: string): Promise<Element> {
    await this.#until(async () => this.all(selector).length > 0)
    const [first, ...more] = this.all(selector)
    if (!first) throw new Error(`${selector} isn’t on ${this.url()}.`)
    if (more.length)
      throw this.#now.inPage.strictModeViolationError(this.#now.inPage.parseSelector(selector), [
        first,
        ...more,
      ])
    return first
  }

  /** The same, when a person can use it. */
  async shown(selector: string): Promise<HTMLElement> {
    const element = await this.one(selector)
    const { inPage } = this.#now
    if (!inPage.elementState(element, "visible", true).matches)
      throw new Error(`${selector} is hidden on ${this.url()}.`)
    if (!inPage.elementState(element, "enabled", true).matches)
      throw new Error(`${selector} is disabled on ${this.url()}.`)
    return element as HTMLElement
  }

  async #control(selector: string): Promise<HTMLInputElement> {
    const element = await this.shown(selector)
    return (this.#now.inPage.retarget(element, "follow-label") ?? element) as HTMLInputElement
  }

  valueOf = async (selector: string) => {
    const element = await this.one(selector)
    return (this.#now.inPage.retarget(element, "follow-label") as HTMLInputElement).value
  }

  /** Texts that show, each block on a line of its own. */
  shownText(element: Element): string {
    const { window, inPage } = this.#now
    const textOf = (node: Element): string =>
      [...node.childNodes]
        .map((child) => {
          if (child.nodeType === 3) return (child.textContent ?? "").replace(/\s+/g, " ")
          if (child.nodeType !== 1) return ""
          const inner = child as Element
          if (!inPage.elementState(inner, "visible", true).matches) return ""
          return window.getComputedStyle(inner).display === "inline" ? textOf(inner) : `\n${textOf(inner)}\n`
        })
        .join("")
    return textOf(element)
      .replace(/ *\n\s*/g, "\n")
      .trim()
  }

  run(run: (...given: never[]) => unknown, ...given: unknown[]): unknown {
    const inside = new Function("window", "given", `with (window) { return (${run})(...given) }`)
    if (/getBoundingClientRect|getClientRects|getComputedStyle|elementFromPoint/.test(String(run)))
      throw new Error("Nothing is drawn here: tag the journey @drawn.")
    return inside(this.#window, given)
  }

  async fill(selector: string, value: string) {
    const control = await this.#control(selector)
    if (control.hasAttribute("readonly")) throw new Error(`${selector} can’t be changed.`)
    control.focus()
    control.value = value
    if (control.value !== value) throw new Error(`${selector} doesn’t take “${value}”.`)
    this.#changed()
  }

  async setChecked(selector: string, isChecked: boolean) {
    const control = await this.#control(selector)
    if (control.checked !== isChecked) await this.#activate(control)
    if (control.checked !== isChecked) throw new Error(`${selector} stays as it was.`)
  }

  async select(selector: string, choices: Choice[]) {
    const select = (await this.#control(selector)) as unknown as HTMLSelectElement
    const options = [...select.options]
    const chosen = choices.map((choice) => {
      const found = options.find((option, index) =>
        typeof choice === "string"
          ? option.value === choice || option.text.trim() === choice
          : (choice.label === undefined || option.text.trim() === choice.label) &&
            (choice.value === undefined || option.value === choice.value) &&
            (choice.index === undefined || index === choice.index),
      )
      if (!found) throw new Error(`${selector} doesn’t offer ${JSON.stringify(choice)}.`)
      return found
    })
    if (select.multiple) for (const option of options) option.selected = chosen.includes(option)
    else if (chosen[0]) select.selectedIndex = options.indexOf(chosen[0])
    select.focus()
    this.#changed()
    return chosen.map(({ value }) => value)
  }

  async giveFiles(selector: string, files: GivenFile[]) {
    const element = await this.one(selector)
    this.#files.set(this.#now.inPage.retarget(element, "follow-label") ?? element, files)
  }

  async click(selector: string) {
    const element = await this.shown(selector)
    const pressed = element.closest("a[href],button,input,select,textarea,label,summary")
    const label = pressed?.localName === "label" ? this.#now.inPage.retarget(element, "follow-label") : null
    await this.#activate(label ?? pressed ?? element)
  }

  type(text: string) {
    const field = this.#window.document.activeElement as HTMLInputElement | null
    if (!field || !/^(input|textarea)$/.test(field.localName)) throw new Error("No field has the focus.")
    field.value += text
    this.#changed()
  }

  async press(key: string) {
    const focused = this.#window.document.activeElement as HTMLInputElement | null
    if (!focused) return
    const isField =
      focused.localName === "input" && !/^(button|submit|reset|image|file|color)$/.test(focused.type)
    if (key === "Tab" || key === "Shift+Tab") return this.#focusNext(focused, key === "Tab" ? 1 : -1)
    if (key === "Enter" && isField && focused.form)
      return this.#enter(focused.form as unknown as HTMLFormElement)
    if (key === "Enter" && /^(a|button|summary|input)$/.test(focused.localName))
      return this.#activate(focused)
    if (key === " " && /^(button|summary|input)$/.test(focused.localName)) return this.#activate(focused)
    if (key.length === 1) return this.type(key)
    if (key !== "Escape") throw new Error(`${key} needs a browser.`)
    for (const open of this.#window.document.querySelectorAll("[data-popover-open]"))
      open.removeAttribute("data-popover-open")
    this.#changed()
  }

  /** Waits for what is expected, as long as the page looks again by itself. */
  async expectOf(selector: string | undefined, expectation: Expectation & Record<string, unknown>) {
    const { isNot, expression, timeout } = expectation
    if (/viewport|css/.test(expression)) throw new Error("Nothing is drawn here: tag the journey @drawn.")
    const look = async () => {
      const found = selector === undefined ? [] : this.all(selector)
      const isMany = expression === "to.have.count" || expression.endsWith(".array")
      const { inPage } = this.#now
      if (selector !== undefined && !isMany && found.length > 1)
        throw inPage.strictModeViolationError(inPage.parseSelector(selector), found)
      if (selector !== undefined && !isMany && found.length === 0) {
        const isGone = expression === "to.be.hidden" || expression === "to.be.detached"
        return isGone ? { matches: true } : { matches: isNot, isMissing: true }
      }
      return inPage.expect(found[0], expectation, found, selector !== undefined)
    }
    let last: { matches: boolean; received?: { value: unknown }; isMissing?: boolean } = { matches: isNot }
    await this.#until(
      async () => {
        last = await look()
        return last.matches !== isNot
      },
      typeof timeout === "number" ? timeout : patience,
    )
    const errorMessage = last.isMissing ? "Error: element(s) not found" : undefined
    return { ...last, timedOut: last.matches === isNot, log: [], errorMessage }
  }
  _expect = (expression: string, options: { isNot: boolean }) =>
    this.expectOf(undefined, { ...options, expression })

  // What a browser does.

  get #now(): Parsed {
    if (!this.#parsed) throw new Error("The page is empty.")
    return this.#parsed
  }
  get #window(): Window {
    return this.#now.window
  }
  #absolute = (address: string) => new URL(address, this.owner._options.baseURL ?? this.url()).href
  #changed = () => this.#now.shows.forget()

  /** Looks until it's so. A page without scripts changes only when it asks to be loaded again. */
  async #until(isSo: () => Promise<boolean>, timeout = patience): Promise<boolean> {
    const end = Date.now() + timeout
    while (!(await isSo())) {
      const next = this.#refresh
      if (!next || Date.now() > end) return false
      await pause(Math.max(0, Math.min(next.at, end) - Date.now()))
      if (Date.now() >= next.at) await this.#load({ url: next.url })
    }
    return true
  }

  async #go(steps: number) {
    const entry = this.#history[this.#index + steps]
    if (!entry) return null
    this.#index += steps
    await this.#load(entry)
    return null
  }

  async #open(outgoing: Outgoing) {
    const [to, here] = [new URL(outgoing.url), new URL(this.url())]
    const isSamePage =
      !outgoing.method && to.hash && this.#parsed && to.href.split("#")[0] === here.href.split("#")[0]
    if (isSamePage && outgoing.from) {
      this.#document = { ...this.#document, url: to.href }
      this.#window.happyDOM.setURL(to.href)
      this.#focusTarget(to)
      return this.#changed()
    }
    if (await this.#load(outgoing)) {
      this.#history = [...this.#history.slice(0, this.#index + 1), outgoing]
      this.#index += 1
    }
  }

  /** Shows what an address answers, unless it's a file to keep. */
  async #load(outgoing: Outgoing): Promise<boolean> {
    this.#refresh = undefined
    const document = await this.owner.requests.open(outgoing)
    if (/^attachment/.test(document.headers["content-disposition"] ?? "")) {
      this.#events.emit("download", document)
      return false
    }
    this.#document = document
    await this.#parse()
    return true
  }

  async #parse() {
    await this.#leave()
    const { url, text, headers } = this.#document
    const window = new Window({
      url,
      ...this.#size,
      settings: {
        enableJavaScriptEvaluation: false,
        disableJavaScriptFileLoading: true,
        disableCSSFileLoading: true,
        handleDisabledFileLoadingAsSuccess: true,
        navigation: {
          disableMainFrameNavigation: true,
          disableChildFrameNavigation: true,
          disableChildPageNavigation: true,
        },
      },
    })
    const isHtml = /html/.test(headers["content-type"] ?? "")
    // Without scripts what's in `noscript` is part of the page.
    window.document.write(
      isHtml ? text.replace(/<\/?noscript>/g, "") : `<pre>${text.replace(/</g, "&lt;")}</pre>`,
    )
    window.document.hasFocus = () => true
    chooseAsWritten(window.document)
    const shows = answerWhatShows(window, await this.#stylesOf(window))
    this.#parsed = { window, shows, inPage: inPage(window) }
    const [, seconds, to] =
      window.document
        .querySelector('meta[http-equiv="refresh" i]')
        ?.getAttribute("content")
        ?.match(/^\s*([\d.]+)\s*(?:;\s*url=(.*))?$/i) ?? []
    if (seconds !== undefined)
      this.#refresh = { at: Date.now() + Number(seconds) * 1000, url: new URL(to ?? url, url).href }
    const first = window.document.querySelector("[autofocus]") as HTMLElement | null
    first?.focus()
    this.#focusTarget(new URL(url))
  }

  async #stylesOf(window: Window): Promise<string> {
    const parts: string[] = []
    for (const sheet of window.document.querySelectorAll('style,link[rel="stylesheet"]')) {
      const href = sheet.getAttribute("href")
      if (href === null) parts.push(sheet.textContent)
      else {
        const address = new URL(href, this.url()).href
        const css =
          stylesheets.get(address) ??
          (await this.owner.requests.open({ url: address, from: this.url() })).text
        stylesheets.set(address, css)
        parts.push(css)
      }
    }
    return parts.join("\n")
  }

  async #leave() {
    const before = this.#parsed
    this.#parsed = undefined
    await before?.window.happyDOM.close()
  }

  #focusTarget({ hash }: URL) {
    if (!hash) return
    const target = this.#window.document.getElementById(decodeURIComponent(hash.slice(1)))
    if (target?.matches("a[href],button,input,select,textarea,summary,[tabindex]")) target.focus()
  }

  #focusNext(from: Element, step: number) {
    const stops = [
      ...this.#window.document.querySelectorAll("a[href],button,input,select,textarea,summary,[tabindex]"),
    ].filter(
      (element) =>
        element.getAttribute("tabindex") !== "-1" &&
        !isDisabled(element) &&
        this.#now.inPage.elementState(element, "visible", true).matches,
    )
    const next = stops[stops.indexOf(from) + step] as HTMLElement | undefined
    next?.focus()
  }

  /** What a click does to the element that takes it. */
  async #activate(element: Element) {
    ;(element as HTMLElement).focus?.()
    const form = this.#formOf(element)
    const { type } = element as HTMLInputElement
    if (element.localName === "a") return this.#follow(element)
    if (element.localName === "summary") this.#fold(element)
    else if (element.hasAttribute("popovertarget")) this.#popOver(element)
    else if (/^(button|input)$/.test(element.localName) && /^(submit|image)$/.test(type)) {
      if (form) return this.#submit(form, element)
    } else if (type === "reset") form?.reset()
    else if (type === "checkbox")
      (element as HTMLInputElement).checked = !(element as HTMLInputElement).checked
    else if (type === "radio") (element as HTMLInputElement).checked = true
    this.#changed()
  }

  #formOf(element: Element): HTMLFormElement | undefined {
    const named = element.getAttribute("form")
    const form = named === null ? element.closest("form") : this.#window.document.getElementById(named)
    return (form ?? undefined) as HTMLFormElement | undefined
  }

  async #follow(link: Element) {
    const url = new URL(link.getAttribute("href") ?? "", this.url()).href
    if (link.getAttribute("target") !== "_blank") return this.#open({ url, from: this.url() })
    const page = await this.owner.newPage()
    await page.goto(url)
    this.#events.emit("popup", page)
  }

  #fold(summary: Element) {
    const details = summary.parentElement
    if (details?.localName !== "details") return
    const name = details.getAttribute("name")
    details.toggleAttribute("open")
    if (name && details.hasAttribute("open"))
      for (const other of this.#window.document.querySelectorAll("details[open]"))
        if (other !== details && other.getAttribute("name") === name) other.removeAttribute("open")
  }

  #popOver(button: Element) {
    const popover = this.#window.document.getElementById(button.getAttribute("popovertarget") ?? "")
    const action = button.getAttribute("popovertargetaction") ?? "toggle"
    const isOpen = action === "toggle" ? !popover?.hasAttribute("data-popover-open") : action === "show"
    popover?.toggleAttribute("data-popover-open", isOpen)
  }

  async #enter(form: HTMLFormElement) {
    const button = defaultButton(form)
    if (button) return isDisabled(button) ? undefined : this.#submit(form, button)
    const fields = controlsOf(form).filter(
      ({ localName, type }) => localName === "input" && !/^(hidden|checkbox|radio|file)$/.test(type),
    )
    if (fields.length === 1) await this.#submit(form)
  }

  async #submit(form: HTMLFormElement, button?: Element) {
    if (button && isDisabled(button)) return
    const isUnchecked = form.hasAttribute("novalidate") || button?.hasAttribute("formnovalidate")
    const wrong = isUnchecked ? undefined : controlsOf(form).find(isRefused)
    if (wrong) throw new Error(`A browser doesn’t send “${wrong.value}” as ${wrong.name}.`)
    const outgoing = await outgoingOf(form, button, this.url(), this.#files)
    if (outgoing) await this.#open(outgoing)
    else form.closest("dialog")?.removeAttribute("open")
  }
}
