import type { Engine } from "./document"
import type { PlainPage } from "./page"
import { asLocator, escapeForTextSelector, type RoleOptions, selectors } from "./selectors"

type Filter = {
  has?: PlainLocator
  hasNot?: PlainLocator
  hasText?: string | RegExp
  hasNotText?: string | RegExp
}
type Patience = { timeout?: number }
/** `force` acts on what is hidden, too, such as a box that its label draws. */
type Force = Patience & { force?: boolean }
type Choice = string | { label?: string; value?: string; index?: number }
type File = { name: string; mimeType: string; buffer: Buffer }
type Text = string | RegExp
type Exact = { exact?: boolean }

/** Playwright's locator over a page that was asked for by HTTP. What isn't here needs a browser, and throws. */
export class PlainLocator {
  /** What Playwright's `expect` knows a locator by. */
  readonly _apiName = "Locator"
  readonly _selector: string
  private readonly of: PlainPage

  constructor(page: PlainPage, selector: string, filter: Filter = {}) {
    this.of = page
    const { has, hasNot, hasText, hasNotText, ...others } = filter
    if (Object.keys(others).length > 0) throw new Error(`filter({ ${Object.keys(others)} }) needs a browser.`)
    const parts = [selector]
    if (hasText !== undefined) parts.push(`internal:has-text=${escapeForTextSelector(hasText, false)}`)
    if (hasNotText !== undefined)
      parts.push(`internal:has-not-text=${escapeForTextSelector(hasNotText, false)}`)
    if (has) parts.push(`internal:has=${JSON.stringify(has._selector)}`)
    if (hasNot) parts.push(`internal:has-not=${JSON.stringify(hasNot._selector)}`)
    this._selector = parts.join(" >> ")
  }

  page = () => this.of
  toString = () => asLocator("javascript", this._selector)
  private then_ = (selector: string, filter?: Filter) =>
    this.of.find(`${this._selector} >> ${selector}`, filter)

  locator = (inner: string | PlainLocator, filter?: Filter) =>
    this.then_(
      typeof inner === "string" ? inner : `internal:chain=${JSON.stringify(inner._selector)}`,
      filter,
    )
  filter = (filter: Filter) => this.of.find(this._selector, filter)
  first = () => this.then_("nth=0")
  last = () => this.then_("nth=-1")
  nth = (index: number) => this.then_(`nth=${index}`)
  and = (other: PlainLocator) => this.then_(`internal:and=${JSON.stringify(other._selector)}`)
  or = (other: PlainLocator) => this.then_(`internal:or=${JSON.stringify(other._selector)}`)
  getByRole = (role: string, options?: RoleOptions) => this.then_(selectors.role(role, options))
  getByText = (text: Text, options?: Exact) => this.then_(selectors.text(text, options))
  getByLabel = (text: Text, options?: Exact) => this.then_(selectors.label(text, options))
  getByAltText = (text: Text, options?: Exact) => this.then_(selectors.alt(text, options))
  getByPlaceholder = (text: Text, options?: Exact) => this.then_(selectors.placeholder(text, options))
  getByTitle = (text: Text, options?: Exact) => this.then_(selectors.title(text, options))

  all = async () => Array.from({ length: await this.count() }, (_, index) => this.nth(index))
  count = async () => this.found().length
  allTextContents = async () => this.found().map((each) => each.textContent ?? "")
  textContent = (options?: Patience) => this.read(options, (element) => element.textContent)
  getAttribute = (name: string, options?: Patience) =>
    this.read(options, (element) => element.getAttribute(name))
  inputValue = (options?: Patience) =>
    this.read(
      options,
      (element, engine) => (engine.retarget(element, "follow-label") as HTMLInputElement).value,
    )
  isChecked = (options?: Patience) => this.state("checked", options)
  isDisabled = (options?: Patience) => this.state("disabled", options)
  isEnabled = (options?: Patience) => this.state("enabled", options)
  isEditable = (options?: Patience) => this.state("editable", options)
  isVisible = async () => {
    const [element] = this.found(true)
    return element ? this.of.ask((engine) => engine.elementState(element, "visible", true).matches) : false
  }
  isHidden = async () => !(await this.isVisible())

  /** What a test reads or sets by a function of its own; places and sizes aren't known. */
  evaluate = (run: unknown, given?: unknown, options?: Patience) =>
    this.read(options, (element) => this.of.run(run, element, given), false)
  evaluateAll = async (run: unknown, given?: unknown) => this.of.run(run, this.found(), given)

  waitFor = async ({ state = "visible", timeout }: { state?: string } & Patience = {}) => {
    const word = {
      visible: "to.be.visible",
      hidden: "to.be.hidden",
      attached: "to.be.attached",
      detached: "to.be.detached",
    }
    const expression = word[state as keyof typeof word]
    const { matches } = await this._expect(expression, { isNot: false, timeout: timeout ?? this.of.patience })
    if (!matches) throw new Error(`${this} didn't become ${state}.`)
  }

  click = async (options: Patience = {}) => {
    refuseOthers("click", options)
    await this.act(options, ["visible", "enabled"], (element) => this.of.press(element))
  }
  fill = (value: string, options: Patience = {}) =>
    this.act(options, ["visible", "enabled", "editable"], (element, engine) => {
      if (engine.fill(element, value) === "needsinput") type(engine.retarget(element, "follow-label"), value)
    })
  clear = (options?: Patience) => this.fill("", options)
  check = (options?: Force) => this.setChecked(true, options)
  uncheck = (options?: Force) => this.setChecked(false, options)
  setChecked = async (isWanted: boolean, { force, ...options }: Force = {}) => {
    const is = (element: Element) => this.of.ask((engine) => engine.elementState(element, "checked"))
    await this.act(options, force ? [] : ["visible", "enabled"], async (element) => {
      const before = is(element)
      if (before.matches === isWanted) return
      if (before.isRadio && !isWanted) throw new Error("A radio button can't be unchecked.")
      await this.of.press(element)
      if (is(element).matches !== isWanted) throw new Error(`Clicking ${this} did not change its state.`)
    })
  }
  selectOption = (choices: Choice | Choice[], options: Patience = {}) =>
    this.act(options, ["visible", "enabled"], (element, engine) => {
      const wanted = [choices]
        .flat()
        .map((each) => (typeof each === "string" ? { valueOrLabel: each } : each))
      const chosen = engine.selectOptions(element, wanted)
      if (typeof chosen === "string") throw new Error(`${this}: ${chosen}`)
      return chosen
    })
  setInputFiles = (files: File | File[], options: Patience = {}) =>
    this.act(options, [], (element) => this.of.chooseFiles(element as HTMLInputElement, [files].flat()))
  focus = (options: Patience = {}) =>
    this.act(options, [], (element, engine) => void engine.focusNode(element))
  blur = (options: Patience = {}) => this.act(options, [], (element) => (element as HTMLElement).blur())
  press = (key: string, options: Patience = {}) =>
    this.act(options, [], async (element, engine) => {
      engine.focusNode(element)
      await this.of.strike(key)
    })

  /** Playwright's `expect` asks this, and words what it answers. */
  _expect = async (
    expression: string,
    options: { isNot: boolean; timeout: number; expectedText?: unknown[]; expectedNumber?: number },
  ) => {
    if (
      expression === "to.be.in.viewport" ||
      expression === "to.have.css" ||
      (options as { useInnerText?: boolean }).useInnerText
    )
      throw new Error(`${expression} needs a browser: list the journey in chromium-only.ts.`)
    const isList = expression === "to.have.count" || expression.endsWith(".array")
    let last: { matches: boolean; received?: { value: unknown }; errorMessage?: string } = {
      matches: options.isNot,
    }
    const passed = await this.of.until(options.timeout, async () => {
      const elements = this.found(!isList)
      last =
        elements.length > 0 || isList
          ? await this.of.ask((engine) =>
              engine.expect(elements[0], { ...options, expression }, elements, true),
            )
          : ofNothing(expression, options.isNot)
      return last.matches !== options.isNot
    })
    return passed ? last : { ...last, timedOut: true }
  }

  /** @param isStrict whether more than one is a failure */
  private found(isStrict = false): Element[] {
    return this.of.ask((engine) => {
      const parsed = engine.parseSelector(this._selector)
      const found = engine.querySelectorAll(parsed, this.of.document)
      if (isStrict && found.length > 1) throw engine.strictModeViolationError(parsed, found)
      return found
    })
  }

  private async read<T>(
    options: Patience = {},
    run: (element: Element, engine: Engine) => T,
    isAsked = true,
  ): Promise<T> {
    const element = await this.one(options, [])
    return isAsked ? this.of.ask((engine) => run(element, engine)) : run(element, this.of.engine)
  }

  private state = (state: string, options?: Patience) =>
    this.read(options, (element, engine) => engine.elementState(element, state).matches)

  /** Waits for the one element, in the states that an act needs. */
  private async one(options: Patience, states: string[]): Promise<Element> {
    let missing = "not found"
    let element: Element | undefined
    const isThere = await this.of.until(options.timeout ?? this.of.patience, async () => {
      const [found] = this.found(true)
      element = found
      if (!found) return false
      missing =
        states.find((state) => !this.of.ask((engine) => engine.elementState(found, state, true).matches)) ??
        ""
      return missing === ""
    })
    if (!isThere || !element)
      throw new Error(`${this}: ${missing === "not found" ? missing : `not ${missing}`}`)
    return element
  }

  private async act<T>(
    options: Patience,
    states: string[],
    run: (element: Element, engine: Engine) => T | Promise<T>,
  ): Promise<T> {
    refuseOthers("An act", options)
    const element = await this.one(options, states)
    const outcome = await this.of.ask((engine) => run(element, engine))
    this.of.forget()
    return outcome
  }
}

function refuseOthers(name: string, { timeout, ...others }: Patience & Record<string, unknown>) {
  if (Object.keys(others).length > 0)
    throw new Error(`${name} with { ${Object.keys(others)} } needs a browser.`)
}

/** What Playwright answers where no element is. */
function ofNothing(expression: string, isNot: boolean) {
  if (expression === "to.be.hidden" || expression === "to.be.detached") return { matches: true }
  if (expression === "to.be.visible" || expression === "to.be.attached")
    return { matches: false, errorMessage: "Error: element(s) not found" }
  return { matches: isNot, errorMessage: "Error: element(s) not found" }
}

/** As keys would: no further than the field lets them. */
function type(element: Element, value: string) {
  const field = element as HTMLInputElement | HTMLTextAreaElement
  const { Event } = field.ownerDocument.defaultView as unknown as typeof globalThis
  const longest = field.maxLength < 0 ? value.length : field.maxLength
  field.value = (field.localName === "input" ? value.replaceAll(/[\r\n]/g, "") : value).slice(0, longest)
  field.dispatchEvent(new Event("input", { bubbles: true }))
  field.dispatchEvent(new Event("change", { bubbles: true }))
}
