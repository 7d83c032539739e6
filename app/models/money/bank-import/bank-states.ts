// What a bank says of a row beside its amount: whether it is booked, and in which currency it is. Pure.

const pending =
  /pending|^offen$|^open$|vorgemerkt|vormerk|in bearbeitung|processing|in progress|autori[sz]|authori[sz]|\bh[eo]ld\b|unclaimed|under review|reserv|varaus|venter|afventer|väntar|odottaa|in attesa|non contabilizzat|en attente|en cours|à venir|pendiente|pendente|em processamento|oczekuj|w toku|blokad|niezaksięg|čeká|nezaúčt|függőben|foglal|bekle|unposted|unbooked|unsettled|uncleared|not cleared|nog niet|not yet|noch nicht|in behandeling|gereserveerd|in.transit|unterwegs|scheduled|geplant|planned|future|provis|未確定|保留|処理中|处理中|待处理|대기|ausstehend|sospeso|afwachting|openstaand|verwerken|väntand|prelim|čekaj|bekliyor|initiated|queued|awaiting|(ikke|ej|inte) bo[gk]f|nicht (ge|ver)bucht|unverbucht|à débiter|en proceso|em análise|in elaborazione|da contabilizzare|retenid/iu
const failed =
  /rever[st]|declin|fail|cancel|annul|storn|refus|denied|reject|rejet|abgelehnt|rückgängig|zurückgewiesen|geannuleerd|geweigerd|afgewezen|afgekeurd|avvist|avbrut|afvist|rifiut|rechaz|anul[ao]|recus|odrzuc|zamítn|odmítn|zrušen|hylät|peruttu|avslått|makuler|elutasít|iptal|expired|void|bounced|unsuccessful|erreur|fehlgeschlagen|mislukt|returned|chargeback|abgebroch|zurückgebucht|teruggeboekt|échou|échec|fallid|fallit|devuelt|devolvid|missly|mislyk|epäonn|nieuda|falh[oa]|neúsp|sikertelen|başarısız|失败|失敗/iu
const booked =
  /^(umsatz )?(booked|gebucht|verbucht|completed?|posted|cleared|settled|executed|done|final|ok|paid|bokf|bogf|udfø|utfø|genomf|geboekt|verwerkt|uitgevoerd|comptabilis|exécuté|effectu|passée?|contabilizz|eseguit|contabilizad|ejecutad|realizad|efetivad|conclu|zaksięg|zrealiz|zaúčt|proveden|könyvelt|teljes|gerçekleş|tamam|suoritettu|kirjattu|success|received|available|partially refunded|refunded)/iu
const heading =
  /^(status|state|stato|statut|estado|estatus|situaci[oó]n|situa[cç][aã]o|situazione|info|zustand|tila|állapot|stav|durum|stan|umsatzstatus|buchungsstatus|booking ?status|transaction ?status|payment ?status)$/iu

type Row = { cells: readonly string[] }
export type RowState = "booked" | "pending" | "failed"

/** The column in which a bank says whether each row is booked; -1 without one. */
export function stateColumn(headers: readonly string[], rows: readonly Row[]): number {
  const isKnown = (cell: string) => pending.test(cell) || failed.test(cell) || booked.test(cell)
  return headers.findIndex((header, index) => {
    const cells = rows.map(({ cells: all }) => (all[index] ?? "").trim()).filter(Boolean)
    if (cells.length === 0 || cells.some(({ length }) => length > 60)) return false
    return heading.test(header.trim())
      ? cells.some(isKnown)
      : cells.every((cell) => isKnown(cell) && cell.length < 25)
  })
}

/** Whether a bank without a column for it writes before a row's purpose that it isn't booked yet. */
export const isPreliminary = (purpose: string): boolean =>
  /^(prel\.?|preliminär\p{L}*|vorgemerkt|pending\s*[-–:])\s/iu.test(purpose)

/** A word that isn't known says nothing against a row: a person checks it. */
export function stateOf(cell: string): RowState {
  const said = cell.trim()
  if (failed.test(said)) return "failed"
  return pending.test(said) && !/^(umsatz )?gebucht/i.test(said) ? "pending" : "booked"
}

let codes: Set<string> | undefined
const isCode = (text: string) => {
  codes ??= new Set(Intl.supportedValuesOf("currency"))
  return codes.has(text)
}

const symbols: Record<string, string> = {
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  zł: "PLN",
  "₺": "TRY",
  "₩": "KRW",
  "₪": "ILS",
  "₱": "PHP",
  Kč: "CZK",
}

/** The currency that a cell or heading names by its code or a sign that only it has; undefined when it names none. */
export function currencyIn(text: string): string | undefined {
  const code = text.match(/(?<![\p{L}])[A-Z]{3}(?![\p{L}])/gu)?.find(isCode)
  return code ?? Object.entries(symbols).find(([sign]) => text.includes(sign))?.[1]
}

/** Another currency than that of the amount: what was paid elsewhere, or the bank's charge. */
const otherCurrency =
  /foreign|fremd|gebühr|charge|^(orig|local|fee|ursprung|lokal|originální|devise d.orig|d.origine|divisa orig|moneda orig|valuta orig|oprindelig|oorspronkelijk)/iu

const currencyHeading =
  /curr|ccy|w(?:ä|ae)hrung|devise|monnaie|divisa|moneda|moeda|valut|munt|walut|měna|mena|deviza|valiuta/iu

/** Signs of several currencies, and whose they are elsewhere. */
const sharedSigns = new Map<string, readonly string[]>([
  ["$", ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "CLP", "COP", "ARS"]],
  ["kr", ["SEK", "NOK", "DKK", "ISK"]],
  ["¥", ["JPY", "CNY"]],
])

/** The currency that a cell of its own names, in a school of `ours`: "EUR", "eur", "€", "Euro", "$". */
export function currencyOf(cell: string, ours = ""): string | undefined {
  const said = cell.trim()
  const code = said.toUpperCase()
  if (/^[A-Z]{3}$/.test(code)) return isCode(code) ? code : undefined
  if (/^euros?$/i.test(said)) return "EUR"
  const shared = sharedSigns.get(said.toLowerCase().replace(/\.$/, ""))
  return shared
    ? (shared.find((each) => each === ours) ?? shared[0])
    : Object.hasOwn(symbols, said)
      ? symbols[said]
      : undefined
}

/** The column that names the currency of each row's amount, the one nearest to it; -1 without one. */
export function currencyColumn(headers: readonly string[], rows: readonly Row[], amount: number): number {
  const found = headers.flatMap((header, index) => {
    if (otherCurrency.test(header.trim())) return []
    const cells = rows.map(({ cells: all }) => (all[index] ?? "").trim()).filter(Boolean)
    // Where the heading doesn't say so, three small letters or a sign are as often something else.
    const named = cells.filter((cell) => currencyOf(cell))
    const isCurrency = currencyHeading.test(header)
      ? named.length * 2 >= cells.length
      : cells.every((cell) => /^[A-Z]{3}$/.test(cell) && isCode(cell))
    return cells.length > 0 && isCurrency ? [index] : []
  })
  // Behind the amount before in front of it.
  const distance = (index: number) => (index > amount ? index - amount : amount - index + 0.5)
  return found.sort((one, other) => distance(one) - distance(other))[0] ?? -1
}
