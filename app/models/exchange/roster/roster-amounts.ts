// What a roster says of money: a price with the length it is for, and what has no place and never goes into the notes, which
// people without prices read.
import { parseAmount } from "~/utils/money"
import { fold } from "~/utils/names"
import { isMonthHeading, parseStartDate } from "./roster-dates"
import { shorten } from "./roster-text"
import { parseMinutes } from "./roster-times"

/** Whether a cell of a field says what something costs: “Per lesson” alone doesn’t. */
export const isAmount = (field: string | null, text: string): boolean =>
  field === "price" || field === "openingBalance" || (field === "billing" && /\d/.test(text))

const enough = 50

/** Cells with a currency’s sign or code, whatever their heading is: “$45.00”, “Fr. 60”. Or plain numbers under one of money. */
export function holdsAmounts(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  column: number,
): boolean {
  const header = headers[column] ?? ""
  const cells = rows.flatMap((row) => (row[column] ?? "").trim() || []).slice(0, enough)
  const arePayments =
    isMonthHeading(header) && cells.some(isMoreThanLessons) && speakOfPayments(headers, rows)
  const isOfMoney = arePayments || isMoneyHeading(header)
  const amounts = cells.filter(
    (cell) =>
      isWrittenAmount(cell) || (isOfMoney && isPlainAmount(cell)) || (arePayments && ofPayment.test(cell)),
  )
  return cells.length > 0 && amounts.length >= cells.length * 0.8
}

/** "140" below "Oct" was paid in that month where some cell speaks of payments, else it can be minutes; no one has so many lessons. */
const isMoreThanLessons = (cell: string): boolean =>
  isPlainAmount(cell) && Number(cell.replace(/[.,]\d\d$/, "").replace(/\D/g, "")) > 31

const ofPayment =
  /^(?:paid|pd|unpaid|not paid|owe[sd]?|due|overdue|bezahlt|offen|payée?|impayée?|pagad[oa]|pagat[oa]|betaald|betald|betalt|zapłacono|cheque|check|ck|cash|venmo|zelle)(?!\p{L})/iu
/** "Due back in March" below "Notes" is of no payment. */
const speakOfPayments = (headers: readonly string[], rows: readonly (readonly string[])[]): boolean => {
  const columns = headers.flatMap((header, at) =>
    isMonthHeading(header) || isMoneyHeading(header) ? [at] : [],
  )
  return rows
    .slice(0, enough)
    .some((row) => columns.some((at) => ofPayment.test(row[at] ?? "") || /^\d+[.,]00$/.test(row[at] ?? "")))
}

/** Whether a cell without a field says an amount: by its own sign, or by its number under a heading of money. */
export const saysAmount = (header: string, text: string): boolean =>
  isWrittenAmount(text) ||
  (isMoneyHeading(header) &&
    /\d/.test(text) &&
    text.length <= 40 &&
    !isDay(text) &&
    !/^(?![RKPQL]\d)\p{L}\d{1,3}$/u.test(text))

/** "10/01/2026" below "Last payment" is a day. */
const isDay = (text: string): boolean =>
  /^\d{1,2}\/\d{1,2}$/.test(text) ||
  (/\D\d*\D/.test(text) && (parseStartDate(text, "mdy").ok || parseStartDate(text, "dmy").ok))

const isMoneyHeading = (header: string): boolean =>
  (moneyWords.test(fold(header)) || /\p{Sc}/u.test(header)) &&
  !/\b(?:count|number of|date|day|lessons|make ?ups?|hours|anzahl|nombre de|status|method|type)\b/.test(
    fold(header),
  )

/** What is paid, and how often where that is each month, as headings write it in any order: "Tarief p/mnd", "Školné/měs.". */
const ofMoney =
  /^(?:ecolage|kursgebuhr|schulgeld|studiengeld|fees?|rate|price|tuition|amount|charge|cost|beitrag|gebuhr|preis|betrag|entgelt|kosten|cuota|importe|precio|tarifa|prix|tarif|cotisation|montant|quota|importo|prezzo|retta|rata|valor|preco|taxa|taxe|lesgeld|tarief|prijs|bedrag|kontingent|pris|avgift|oplata|skladka|wplata|czesne|kwota|koszt|cena|skolne|kurzovne|poplatek|platba|ucret)$/
const ofMonth =
  /^(?:month|monthly|mo|mth|monat|monatlich\w*|monats\w*|mtl|monatl|mois|mensuel(?:le)?|mes|mensual|mese|mensile|mensal|maand|maandelijks\w*|mnd|mdr|maned|manad|manedlig|manadsvis|md|mies\w*|mc|lunara?|mesic\w*|mesicni|ay|aylik|mensualidad|mensualite|mensalidade)$/
const besideMonth =
  /^(?:per|pr|pro|par|por|al|za|a|o|p|the|each|of|im|je|da|do|de|la|del|della|du|le|na|en|hver|varje|elke|m|c|lesson|lessons|les|kurz|ders)$/
/** The same in one word. */
const monthlyWord =
  /^(?:monthly|per month|monatlich|mensuel|mensual|cuota|mensualidad|mensualite|monatsbeitrag|monatsgebuhr|monatsbetrag|retta|mensalidade|mensile|maandbedrag|manadsavgift|manedspris|manedsavgift|月謝|월 ?(?:수강료|회비|원비)|수강료 월|月费)$/

/** "Monthly fee", "Cuota mensual", "Retta": what is paid each month. */
export function isMonthlyHeading(header: string): boolean {
  const heading = fold(
    header.replace(/\((?:\p{Sc}|[A-Z]{3}|Rs\.?)\)\s*$/u, "").replace(/^\s*\p{Sc}\s*(?=\/|\p{L})/u, "fee "),
  )
    .normalize("NFC")
    .replace(/\b(?:m c|p m)\b/, "mc")
  const words = heading.split(" ")
  return (
    monthlyWord.test(heading) ||
    (words.length < 6 &&
      words.some((word) => ofMoney.test(word)) &&
      words.some((word) => ofMonth.test(word)) &&
      words.every((word) => ofMoney.test(word) || ofMonth.test(word) || besideMonth.test(word)))
  )
}

/** An amount below such a heading, as one that says so itself. */
export const byMonth = (text: string): string => (/\p{L}{4}/u.test(text) ? text : [text, "monthly"].join(" "))

const isPlainAmount = (text: string): boolean =>
  !isDay(text) && (parseAmount(text) !== null || /^[-−(]?\d[\d.,'’ ]*(?:[-–—]|%)?\)?-?$/.test(text.trim()))

const moneyWords =
  /\b((?:item|order|line|cart|grand) total|subtotal|price|spend|spent|revenue|rate|fees?|tuition|costs?|amount|balance|owed|owes|owing|outstanding|arrears|due|paid|discount|charges?|charged|payment|deposit|salary|avgift|kursavgift|terminsavgift|kontingent|preis|gebuhr|honorar|kosten|betrag|saldo|beitrag|rabatt|prix|tarif|montant|solde|frais|precio|tarifa|importe|cuota|saldo|coste)\b/
const sign = String.raw`(?:\p{Sc}|\b(?:USD|CAD|AUD|NZD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|JPY|CZK|HUF|ZAR|INR|SGD|HKD|MXN|BRL|TRY|TL|euros?|dollars?|pounds?|francs?|Fr|SFr|kr|zł|Kč|Ft|Rs|lei|RON|лв|грн|руб|UAH|RSD|din)(?![\p{L}])\.?)`
const written = new RegExp(
  `^[-−(+]?\\s?[A-Z]{0,2}${sign}\\s?[-−]?\\d[^\\n]{0,30}$|^[-−(+]?\\d[\\d.,'’\\s–—-]*\\s?${sign}[^\\n]{0,30}$`,
  "iu",
)

/** Whether a cell is an amount with its currency: “$45”, “45,- €”, “CHF 45.–”, “45 EUR/month”. */
export const isWrittenAmount = (text: string): boolean => text.length <= 60 && written.test(text.trim())

/** Numbers that a state or a bank gives people: teachers read the notes, so they don’t go there. */
export const isPersonalNumber = (header: string): boolean =>
  /^cf$|^(?:credit )?card(?: (?:number|no))?$|\b(?:cpr|personnumm?er|personnr|fodselsnummer|fodselsnr|ssn|social security(?: number| no)?|national insurance(?: number| no)?|ni number|national id|burgerservicenummer|bsn|dni|nie|nif|codice fiscale|cod fiscale|c f$|^c f\b|pesel|rodne cislo|henkilotunnus|hetu|ahv|svnr|sozialversicherungsnummer|steuer id|registre national|rijksregisternummer|cpf|curp|passport(?: number| no)?|iban|bic|sort code|routing (?:number|no)|bank account(?: number| no)?|(?:credit|debit|bank) card(?: number| no)?|bankverbindung|kontoverbindung|bankrekening|cuenta bancaria)\b/.test(
    fold(header),
  )

/** That a column of amounts is left out, and why. */
export const leftOutText = (header: string) =>
  `“${shorten(header, 80)}” has amounts of money that belong to no lesson. The column isn’t imported, because people who don’t see prices read the students’ notes.`

/** On longer cells the patterns would take minutes. */
const longestPrice = 80
const minutesFirst =
  /^(\d{2,3}\s*(?:['′]|mins?\.?|minutes?|minuten|h|hr)?)\s*[:/=@–-]\s*((?:\p{Sc}|[A-Z]{3}\s).*)$/iu
const minutesLast =
  /^(.*?\d.*?)\s*(?:[/(@–-]|(?<!\p{L})(?:per|for|an?|each|pro|je|für|par|pour|por|la)(?!\p{L}))\s*(?:an?\s|la\s)?(.*?)\s*(?:lesson|session|class|unterricht)?\)?$/iu

/** A price with the length it is for: "$50 / 45 min", "35 per half hour", "30 min: $35"; null of any other. */
export function timedPrice(text: string): { amount: string; minutes: number } | null {
  if (text.length > longestPrice) return null
  const [, length = "", price = ""] = minutesFirst.exec(text.trim()) ?? []
  const [, amount = price, unit = length] = price ? [] : (minutesLast.exec(text.trim()) ?? [])
  const minutes =
    /\p{L}|['′]/u.test(unit) || price ? parseMinutes(/^(?:h|hr|uur)\.?$/i.test(unit) ? "1 h" : unit) : null
  return minutes?.ok && parseAmount(amount) !== null ? { amount, minutes: minutes.value } : null
}
