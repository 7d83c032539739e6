import { expect } from "vitest"

// What tests assert of an answer of the app, and of a command that was refused, said once.

interface OwnMatchers {
  /** An answer, also one still to come, has this status, and a person reads all these words in it. */
  toAnswer(status: number, ...words: (string | RegExp)[]): Promise<void>
  /** An answer, also one still to come, leads on to this address with this status. */
  toLead(status: number, to: unknown): Promise<void>
  /** A command was refused for this reason, and says nothing else. */
  toBeRefused(reason: string): void
}

declare module "vitest" {
  interface Matchers<T> extends OwnMatchers {}
}

expect.extend({
  async toAnswer(received: Response | Promise<Response>, status: number, ...words: (string | RegExp)[]) {
    const answer = await received
    const { textOf } = await import("./app")
    const text = words.length > 0 ? await textOf(answer) : ""
    const has = (each: string | RegExp) => (typeof each === "string" ? text.includes(each) : each.test(text))
    return {
      pass: answer.status === status && words.every(has),
      message: () => `the answer is ${answer.status}, not ${status}, or lacks some of its words: ${text}`,
      actual: { status: answer.status, lacks: words.filter((each) => !has(each)) },
      expected: { status, lacks: [] },
    }
  },
  async toLead(received: Response | Promise<Response>, status: number, to: unknown) {
    const answer = await received
    const actual = [answer.status, answer.headers.get("Location")]
    const expected = [status, to]
    return {
      pass: this.equals(actual, expected),
      message: () => "the answer leads elsewhere",
      actual,
      expected,
    }
  },
  toBeRefused(received: unknown, reason: string) {
    const expected = { ok: false, reason }
    const pass = this.equals(received, expected)
    return { pass, message: () => `it isn’t refused for ${reason} alone`, actual: received, expected }
  },
})
