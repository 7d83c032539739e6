import type { Element, HTMLElement } from "happy-dom"
import type { PlainPage } from "./page"
import {
  byAttribute,
  byHas,
  byHasText,
  byLabel,
  byRole,
  byText,
  type Expectation,
  type RoleOptions,
  type Text,
} from "./selectors"
import type { GivenFile } from "./sent-form"

type Exact = { exact?: boolean }
type Filter = { hasText?: Text; hasNotText?: Text; has?: Locator; hasNot?: Locator; visible?: boolean }
type Choice = string | { label?: string; value?: string; index?: number }

/** What pages and locators have in common: ways to say which elements are meant. */
export abstract class Finding {
  abstract locator(selector: string | Locator, filter?: Filter): Locator

  getByRole(role: string, options?: Partial<RoleOptions>) {
    return this.locator(byRole(role, options))
  }
  getByText(text: Text, { exact }: Exact = {}) {
    return this.locator(byText(text, exact))
  }
  getByLabel(text: Text, { exact }: Exact = {}) {
    return this.locator(byLabel(text, exact))
  }
  getByPlaceholder(text: Text, { exact }: Exact = {}) {
    return this.locator(byAttribute("placeholder", text, exact))
  }
  getByAltText(text: Text, { exact }: Exact = {}) {
    return this.locator(byAttribute("alt", text, exact))
  }
  getByTitle(text: Text, { exact }: Exact = {}) {
    return this.locator(byAttribute("title", text, exact))
  }
}

/** Elements of a parsed page. */
export class Locator extends Finding {
  /** Playwright's `expect` asks for it. */
  readonly _apiName = "Locator"

  constructor(
    private readonly owner: PlainPage,
    readonly selector: string,
  ) {
    super()
  }

  override locator(selector: string | Locator, filter?: Filter): Locator {
    const inner =
      typeof selector === "string" ? selector : `internal:chain=${JSON.stringify(selector.selector)}`
    return new Locator(this.owner, `${this.selector} >> ${inner}`).filter(filter)
  }
  filter({ hasText, hasNotText, has, hasNot, visible }: Filter = {}): Locator {
    const asked = [
      ...(hasText === undefined ? [] : [byHasText(hasText)]),
      ...(hasNotText === undefined ? [] : [byHasText(hasNotText, true)]),
      ...(has ? [byHas(has.selector)] : []),
      ...(hasNot ? [byHas(hasNot.selector, true)] : []),
      ...(visible === undefined ? [] : [`visible=${visible}`]),
    ]
    return new Locator(this.owner, [this.selector, ...asked].join(" >> "))
  }
  first = () => this.nth(0)
  last = () => this.nth(-1)
  nth = (index: number) => new Locator(this.owner, `${this.selector} >> nth=${index}`)
  and = (other: Locator) => this.locator(`internal:and=${JSON.stringify(other.selector)}`)
  or = (other: Locator) => this.locator(`internal:or=${JSON.stringify(other.selector)}`)

  page = () => this.owner
  toString = () => this.selector

  count = async () => this.owner.all(this.selector).length
  all = async () => this.owner.all(this.selector).map((_, index) => this.nth(index))
  allTextContents = async () => this.owner.all(this.selector).map(({ textContent }) => textContent)
  allInnerTexts = async () => this.owner.all(this.selector).map((each) => this.owner.shownText(each))
  textContent = async () => (await this.owner.one(this.selector)).textContent
  innerText = async () => this.owner.shownText(await this.owner.one(this.selector))
  getAttribute = async (name: string) => (await this.owner.one(this.selector)).getAttribute(name)
  inputValue = async () => this.owner.valueOf(this.selector)
  isVisible = async () => (await this._expect("to.be.visible", { isNot: false, timeout: 0 })).matches
  isChecked = async () =>
    (await this._expect("to.be.checked", { isNot: false, timeout: 0, expectedValue: {} })).matches
  evaluate = async (run: (element: Element, given: unknown) => unknown, given?: unknown) =>
    this.owner.run(run, await this.owner.one(this.selector), given)
  evaluateAll = async (run: (elements: Element[], given: unknown) => unknown, given?: unknown) =>
    this.owner.run(run, this.owner.all(this.selector), given)

  click = () => this.owner.click(this.selector)
  tap = this.click
  focus = async () => (await this.owner.shown(this.selector)).focus()
  blur = async () => ((await this.owner.one(this.selector)) as HTMLElement).blur()
  fill = (value: string) => this.owner.fill(this.selector, value)
  clear = () => this.fill("")
  check = () => this.setChecked(true)
  uncheck = () => this.setChecked(false)
  setChecked = (isChecked: boolean) => this.owner.setChecked(this.selector, isChecked)
  selectOption = (choice: Choice | Choice[]) => this.owner.select(this.selector, [choice].flat())
  setInputFiles = (files: GivenFile | GivenFile[]) => this.owner.giveFiles(this.selector, [files].flat())
  press = async (key: string) => {
    await this.focus()
    await this.owner.press(key)
  }
  pressSequentially = async (text: string) => {
    await this.focus()
    this.owner.type(text)
  }
  scrollIntoViewIfNeeded = async () => void (await this.owner.shown(this.selector))
  waitFor = async ({ state = "visible", timeout }: { state?: string; timeout?: number } = {}) => {
    const { matches } = await this._expect(`to.be.${state}`, { isNot: false, timeout })
    if (!matches) throw new Error(`${this.selector} isn’t ${state} on ${this.owner.url()}.`)
  }

  _expect(expression: string, options: Omit<Expectation, "expression"> & Record<string, unknown>) {
    return this.owner.expectOf(this.selector, { ...options, expression })
  }
}
