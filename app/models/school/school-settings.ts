// What a school says of itself and its rules. Pure.
import { currencySymbol } from "~/utils/money"

/** The currencies a school can bill in (spec §3). */
export const currencies = {
  USD: "US dollar",
  EUR: "Euro",
  GBP: "British pound",
  ZAR: "South African rand",
  CAD: "Canadian dollar",
  AUD: "Australian dollar",
  JPY: "Japanese yen",
  CNY: "Chinese yuan",
  INR: "Indian rupee",
  BRL: "Brazilian real",
  MXN: "Mexican peso",
} as const

export type Currency = keyof typeof currencies
export const currencyCodes = Object.keys(currencies) as [Currency, ...Currency[]]

/** "USD, US dollar ($)" */
export const currencyWords = (code: Currency): string =>
  `${code}, ${currencies[code]} (${currencySymbol(code)})`

/** The parts of the settings page; each is a form of its own. */
export const settingsParts = ["identity", "region", "invoicing", "policies", "reminders", "payee"] as const
export type SettingsPart = (typeof settingsParts)[number]
