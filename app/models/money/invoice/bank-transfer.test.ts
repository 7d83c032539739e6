import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compactIban, formatIban, isBic, isIban } from "~/utils/iban"
import { bankTransfer, transferCode } from "./bank-transfer"

const account = {
  bankHolder: "Atelier Musique",
  bankIban: "FR7630006000011234567890189",
  bankBic: "AGRIFRPP",
}
const invoice = { ...account, number: "2026-0042", currency: "EUR" }

describe("an IBAN", () => {
  test("is right by its check digits, however it is typed", () => {
    for (const typed of [
      "FR76 3000 6000 0112 3456 7890 189",
      "de89 3704 0044 0532 0130 00",
      "GB82-WEST-1234-5698-7654-32",
    ])
      expect(isIban(compactIban(typed)), typed).toBe(true)
    for (const wrong of [
      "FR76 3000 6000 0112 3456 7890 188",
      "DE89",
      "",
      "XX00 0000 0000 0000 000",
      "FR76 3000 6000 0112 3456 7890 18Ä",
    ])
      expect(isIban(compactIban(wrong)), wrong).toBe(false)
    expect(formatIban("DE89370400440532013000")).toBe("DE89 3704 0044 0532 0130 00")
  })

  test("with one wrong digit is never right", () => {
    const digits = [..."3704004405320130"].map((_, index) => index + 4)
    fc.assert(
      fc.property(fc.constantFrom(...digits), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const right = "DE89370400440532013000"
        const wrong = `${right.slice(0, at)}${(Number(right[at]) + by) % 10}${right.slice(at + 1)}`
        expect(isIban(wrong)).toBe(false)
      }),
    )
  })

  test("goes with a BIC of 8 or 11 signs", () => {
    expect(["AGRIFRPP", "DEUTDEFF500"].every(isBic)).toBe(true)
    expect(["AGRIFRP", "1GRIFRPP", "AGRIFRPP5"].some(isBic)).toBe(false)
  })
})

describe("the code of a transfer", () => {
  test("follows EPC069-12, line by line", () => {
    expect(bankTransfer(invoice, 104_250)?.code?.split("\n")).toEqual([
      "BCD",
      "002",
      "1",
      "SCT",
      "AGRIFRPP",
      "Atelier Musique",
      "FR7630006000011234567890189",
      "EUR1042.50",
      "",
      "",
      "2026-0042",
    ])
  })

  test("is there only for euros; the account is shown in any currency", () => {
    expect(bankTransfer({ ...invoice, currency: "CHF" }, 100)).toMatchObject({
      iban: "FR76 3000 6000 0112 3456 7890 189",
      code: null,
    })
    expect(bankTransfer({ ...invoice, bankIban: null }, 100)).toBeNull()
    expect(bankTransfer(invoice, 0)).toBeNull()
  })

  test("has eleven lines and at most 331 bytes, whatever the names", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 99_999_999_999 }),
        (holder, reference, amountMinor) => {
          const code = transferCode({ holder, reference, amountMinor, iban: account.bankIban, bic: null })
          if (code === null) return
          expect(code.split("\n")).toHaveLength(11)
          expect(new TextEncoder().encode(code).length).toBeLessThanOrEqual(331)
          expect(code.split("\n")[7]).toMatch(/^EUR\d{1,9}\.\d\d$/)
        },
      ),
    )
  })
})
