import { setTimeout as wait } from "node:timers/promises"
import { type Body, engine, type Found } from "./engine"
import type { ReaderPage } from "./page"

// What a journey finds on a page and does there, in Playwright's words and by Playwright's own rules for finding.

type Words = string | RegExp
type Exact = { exact?: boolean }
type Role = Exact & { name?: Words } & Record<string, unknown>
type Filter = { hasText?: Words; has?: ReaderLocator }
type Choice = string | { label?: string; value?: string; index?: number }
type Upload = { name: string; mimeType: string; buffer: Buffer }
type Patience = { timeout?: number; force?: boolean }

const { escapeForAttributeSelector: attribute, escapeForTextSelector: text } = engine

/** What finds parts of a page: a page, or a part of one. */
export abstract class Finder {
  abstract locator(selector: string | ReaderLocator, filter?: Filter): ReaderLocator

  getByText = (words: Words, { exact = false }: Exact = {}) =>
    this.locator(`internal:text=${text(words, exact)}`)
  getByLabel = (words: Words, { exact = false }: Exact = {}) =>
    this.locator(`internal:label=${text(words, exact)}`)
  getByRole = (role: string, { name, exact = false, ...states }: Role = {}) => {
    const named = name === undefined ? "" : `[name=${attribute(name, exact)}]`
    const all = Object.entries(states).map(([state, value]) => `[${state}=${value}]`)
    return this.locator(`internal:role=${role}${all.join("")}${named}`)
  }
}

export class ReaderLocator extends Finder {
  /** By this Playwright's `expect` knows what it is given. */
  readonly _apiName = "Locator"

  constructor(
    private readonly of: ReaderPage,
    readonly selector: string,
  ) {
    super()
  }

  private with = (more: string) => new ReaderLocator(this.of, `${this.selector} >> ${more}`)
  page = () => this.of
  override toString = () => engine.asLocator("javascript", this.selector)
  override locator(selector: string | ReaderLocator, filter: Filter = {}) {
    const more =
      typeof selector === "string" ? selector : `internal:chain=${JSON.stringify(selector.selector)}`
    return this.with(more).filter(filter)
  }
  first = () => this.with("nth=0")
  last = () => this.with("nth=-1")
  nth = (index: number) => this.with(`nth=${index}`)
  or = (other: ReaderLocator) => this.with(`internal:or=${JSON.stringify(other.selector)}`)
  filter({ hasText, has }: Filter): ReaderLocator {
    const found = hasText === undefined ? this : this.with(`internal:has-text=${text(hasText, false)}`)
    return has ? found.with(`internal:has=${JSON.stringify(has.selector)}`) : found
  }

  count = async () => (await this.of.find(this.selector)).elements.length
  all = async () => (await this.of.find(this.selector)).elements.map((_, index) => this.nth(index))
  allInnerTexts = async () => (await this.of.find(this.selector)).elements.map((each) => each.innerText)
  evaluateAll = async <Arg, Result>(run: (elements: Body[], argument: Arg) => Result, argument: Arg) => {
    const { elements } = await this.of.find(this.selector)
    return this.of.run(() => run(elements, argument))
  }

  /** The one element, once it is there in these states; an error where it doesn't come. */
  private one(states: string[], { timeout = 15_000 }: Patience = {}): Promise<Found & { element: Body }> {
    return this.of.until(timeout, async () => {
      const found = await this.of.find(this.selector, true)
      const [element] = found.elements
      if (!element) throw new Error(`${this} isn’t there on ${this.of.where()}`)
      const { missingState } = (await found.injected.checkElementStates(element, states, true)) ?? {}
      if (missingState) throw new Error(`${this} isn’t ${missingState} on ${this.of.where()}`)
      return { ...found, element }
    })
  }

  private async is(state: string): Promise<boolean> {
    const { elements, injected } = await this.of.find(this.selector, true)
    return elements[0] ? injected.elementState(elements[0], state, true).matches : state === "hidden"
  }
  isVisible = () => this.is("visible")
  textContent = async (patience?: Patience) => (await this.one([], patience)).element.textContent
  innerText = async (patience?: Patience) => (await this.one([], patience)).element.innerText
  getAttribute = async (name: string, patience?: Patience) =>
    (await this.one([], patience)).element.getAttribute(name)
  evaluate = async <Arg, Result>(run: (element: Body, argument: Arg) => Result, argument: Arg) => {
    const { element } = await this.one([])
    return this.of.run(() => run(element, argument))
  }
  async inputValue(patience?: Patience) {
    const { injected, element } = await this.one([], patience)
    return (injected.retarget(element, "follow-label") as HTMLInputElement).value
  }

  async click(patience?: Patience) {
    const { element } = await this.one(["visible", "enabled"], patience)
    await this.of.press(element)
  }
  async focus() {
    ;(await this.one([])).element.focus()
  }
  async blur() {
    ;(await this.one([])).element.blur()
  }
  async press(key: string) {
    await this.focus()
    await this.of.keyboard.press(key)
  }
  async fill(value: string, patience?: Patience) {
    const { injected, element } = await this.one(["visible", "enabled", "editable"], patience)
    const field = injected.retarget(element, "follow-label") as HTMLInputElement
    if (injected.fill(element, value) === "needsinput")
      field.value = field.maxLength > 0 ? value.slice(0, field.maxLength) : value
    this.of.changed(field)
  }
  check = (patience?: Patience) => this.setChecked(true, patience)
  uncheck = (patience?: Patience) => this.setChecked(false, patience)
  async setChecked(wanted: boolean, patience?: Patience) {
    const { injected, element } = await this.one(["visible", "enabled"], patience)
    const state = wanted ? "checked" : "unchecked"
    if (injected.elementState(element, state, true).matches) return
    await this.of.press(element)
    if (!injected.elementState(element, state, true).matches) throw new Error(`${this} stays as it was`)
  }
  async selectOption(choices: Choice | Choice[], patience?: Patience) {
    const { injected, element } = await this.one(["visible", "enabled"], patience)
    const wanted = [choices].flat().map((each) => (typeof each === "string" ? { valueOrLabel: each } : each))
    const chosen = injected.selectOptions(element, wanted)
    if (typeof chosen === "string") throw new Error(`${this}: ${chosen} ${JSON.stringify(wanted)}`)
    return this.of.changed(chosen)
  }
  async setInputFiles(files: Upload | Upload[]) {
    const { injected, element } = await this.one([])
    this.of.attach(injected.retarget(element, "follow-label"), [files].flat())
  }
  async waitFor({ state = "visible", timeout = 15_000 }: { state?: string; timeout?: number } = {}) {
    await this.of.until(timeout, async () => {
      const { elements, injected } = await this.of.find(this.selector, true)
      const isThere = elements[0]
        ? state === "attached" ||
          (state !== "detached" && injected.elementState(elements[0], state, true).matches)
        : state === "hidden" || state === "detached"
      if (!isThere) throw new Error(`${this} isn’t ${state} on ${this.of.where()}`)
    })
  }

  _expect = (expression: string, options: Expected) => this.of.expects(this.selector, expression, options)
}

/** What Playwright's matchers ask for. */
export type Expected = { isNot: boolean; timeout: number; expectedText?: unknown[]; expectedNumber?: number }

export const pause = (milliseconds: number) => wait(milliseconds)
