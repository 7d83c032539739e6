import type Stripe from "stripe"
import { expect, test } from "vitest"
import { paidWithOf } from "./stripe-money"

test.each([
  [{ type: "card", card: { brand: "visa", last4: "4242", wallet: null } }, "card", "Visa ending 4242"],
  [
    { type: "card", card: { brand: "amex", last4: "0005", wallet: { type: "apple_pay" } } },
    "card",
    "American Express ending 0005, Apple Pay",
  ],
  [{ type: "card", card: { brand: "new_brand", last4: null, wallet: null } }, "card", "Card"],
  [{ type: "sepa_debit", sepa_debit: { last4: "3000" } }, "debit", "Bank debit ending 3000"],
  [{ type: "bacs_debit", bacs_debit: { last4: "2345" } }, "debit", "Bank debit ending 2345"],
  [
    { type: "us_bank_account", us_bank_account: { bank_name: "Chase", last4: "6789" } },
    "debit",
    "Chase debit ending 6789",
  ],
  [{ type: "us_bank_account", us_bank_account: { bank_name: null, last4: null } }, "debit", "Bank debit"],
  [{ type: "ideal", ideal: { bank: "ing", iban_last4: null } }, "online", "iDEAL"],
  [{ type: "bancontact", bancontact: { iban_last4: "7034" } }, "online", "Bancontact ending 7034"],
  [{ type: "mobile_wallet" }, "online", "mobile wallet"],
])("%o", (details, method, title) => {
  expect(paidWithOf(details as unknown as Stripe.Charge.PaymentMethodDetails)).toEqual({ method, title })
})
