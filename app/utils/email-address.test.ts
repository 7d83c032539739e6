import { expect, test } from "vitest"
import { fullAddress, isMailAddress, sentAddress, shownAddress } from "./email-address"

test("an address with umlauts in its domain is kept as it's written, and sent as mail servers know it", () => {
  for (const [written, sent] of [
    ["jo@müller.example", "jo@xn--mller-kva.example"],
    ["buero@mail.schön-klang.de", "buero@mail.xn--schn-klang-gcb.de"],
    ["zoe@例え.jp", "zoe@xn--r8jz45g.jp"],
    ["ivan@почта.рф", "ivan@xn--80a1acny.xn--p1ai"],
    ["plain@harmony.example", "plain@harmony.example"],
  ] as const) {
    expect(sentAddress(written)).toBe(sent)
    expect(shownAddress(sent)).toBe(written)
    expect(shownAddress(written)).toBe(written)
    expect(sentAddress(sent)).toBe(sent)
    expect(isMailAddress(written)).toBe(true)
    // A browser may have turned it into the other form before it was sent.
    expect(fullAddress("no").parse(sent)).toBe(written)
  }
})

test("what isn't an address is refused in the form's own words", () => {
  for (const text of [
    "",
    "jo",
    "jo@",
    "@müller.example",
    "jo@müller",
    "jo@mü ller.de",
    "jo@-.de",
    "jo@a..de",
    "j o@müller.de",
    "jo@müller.de, zoe@müller.de",
  ]) {
    expect(isMailAddress(text), text).toBe(false)
    expect(fullAddress("Enter an email.").safeParse(text).error?.issues[0]?.message).toBe("Enter an email.")
  }
})
