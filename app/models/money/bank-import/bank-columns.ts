// Which columns of a bank's CSV hold what. Pure.
import { emptyRead, joinTexts, type ReadEntry, type StatementRead } from "./bank-entry"
import { isDay, isEntry, type Table } from "./bank-headings"
import {
  currencyColumn,
  currencyIn,
  currencyOf,
  directionColumn,
  headingsOf,
  isAboutAccount,
  isBalanceHeading,
  isBooked,
  isBookingKindHeading,
  isCardHeading,
  isExchange,
  isFamilyNameHeading,
  isFeeHeading,
  isGivenBack,
  isGivenBackKind,
  isGivenNameHeading,
  isInCents,
  isKindHeading,
  isKnownState,
  isMemo,
  isMethodHeading,
  isNet,
  isOnlyInHeading,
  isOutHeading,
  isOwnKind,
  isPaidOut,
  isPaymentToCard,
  isPayoutHeading,
  isPayoutKind,
  isPendingKind,
  isPreliminary,
  isPurposeHeading,
  isReturnedKind,
  isShopHeading,
  isSideTitle,
  isStateHeading,
  isStateTitle,
  isTopUp,
  isTotal,
  memoColumn,
  mentionsAccount,
  type RowState,
  saysDirection,
  saysOutgoing,
  saysSide,
  sideIn,
  stateColumn,
  stateOf,
  whoseName,
} from "./bank-synonyms"
import {
  type BankDateOrder,
  type BankField,
  bankAmount,
  bankDate,
  bankDateOrders,
  bankFields,
  serialDay,
} from "./bank-values"

/** The headings as they are in the file; payer and reference may be missing. */
export type BankColumns = Record<BankField, string | null> & { dateOrder: BankDateOrder }

/**
 * What the headings and the first rows suggest.
 * @param usual the order of a date's parts in the school's own dates: it decides where every order fits
 * @param currency the school's: of an amount in several currencies, its column
 */
export function guessColumns(
  { headers, rows }: Table,
  usual: BankDateOrder = "dmy",
  currency = "",
): BankColumns {
  const entries = rows.slice(0, 200).filter(({ cells }) => isEntry(cells))
  const sample = (entries.length > 0 ? entries : rows).slice(0, 50)
  const cellsOf = (header: string) => sample.map(({ cells }) => textOf(cells[headers.indexOf(header)]))
  const isAmount = (cell: string) => bankAmount(cell) !== undefined && !isDay(cell)
  const holding = (found: readonly string[], holds: (cell: string) => boolean) =>
    found.find((header) => cellsOf(header).some(holds)) ?? null
  /** Columns that hold nothing else. */
  const allOf = (holds: (cell: string) => boolean) =>
    headers.filter((header) => {
      const filled = cellsOf(header).filter((cell) => !isBlankAmount(cell))
      return filled.length > 0 && filled.every(holds)
    })
  const dates = headingsOf(headers, "date")
  // Eight digits can be the number of an account: a day with signs or a year first is one more likely.
  const likely = (header: string) =>
    Math.max(...cellsOf(header).map((cell) => (/\d\D+\d/.test(cell) ? 2 : bankDate(cell, "ymd") ? 1 : 0)))
  const [ofDays = null] = allOf(isDay).sort((one, other) => likely(other) - likely(one))
  const date = holding(dates, isDay) ?? holding(dates, (cell) => serialDay(cell) !== undefined) ?? ofDays
  const fits = (order: BankDateOrder) =>
    cellsOf(date ?? "").filter((text) => bankDate(text, order) !== undefined).length
  // A year first is read in any order: the form then says what the file has.
  const isYearFirst = cellsOf(date ?? "").some((cell) => /^\s*\d{4}[./-]/.test(cell))
  const orders: BankDateOrder[] = [isYearFirst ? "ymd" : usual, usual, ...bankDateOrders]
  const [fitting = usual] = orders.sort((a, b) => fits(b) - fits(a))
  const amounts = headingsOf(headers, "amount")
  const ours = amounts.filter(
    (header) =>
      currency !== "" && (currencyIn(header) ?? paidIn({ headers, rows: sample }, header)) === currency,
  )
  const others = amounts.filter((header) => !ours.includes(header))
  // Of two parties the one that is always the same is the school itself.
  const [payers, same] = [
    headingsOf(headers, "payer"),
    (header: string) => new Set(cellsOf(header).filter(Boolean)).size < 2,
  ]
  const payer =
    holding(
      [...payers].sort((one, other) => Number(same(one)) - Number(same(other))),
      isName,
    ) ??
    payers.find((header) => cellsOf(header).every((cell) => !cell)) ??
    null
  const references = headingsOf(headers, "reference").filter((header) => header !== payer && header !== date)
  const filled = holding(references, (cell) => cell !== "" && !isDay(cell) && !/^no description$/i.test(cell))
  const guessed = (of: readonly string[]) => of.map((header) => ({ header, cells: cellsOf(header) }))
  const isNumbered = headers.every(isUnnamed)
  // The balance proves which of two columns is money in, and of headings that aren't known which amount is meant; the longest
  // texts are the purpose.
  const inNumbers = guessed(allOf(isAmount))
  const named = [...ours, ...others]
  const likeliest =
    movedIn(inNumbers) ??
    // One that is nothing but zeros, such as what was tried again, says nothing of what came in.
    holding(named, (cell) => isAmount(cell) && bankAmount(cell) !== 0) ??
    credits(inNumbers.filter(({ cells }) => cells.some((cell) => bankAmount(cell)))) ??
    holding(named, isAmount)
  // Its purchases would be taken for payments: a person chooses.
  const amount = isOfCard({ headers, rows }, likeliest) ? null : likeliest
  const unknown = headers.filter(
    (header) => ![date, amount, ...payers].includes(header) && !isStateHeading(header),
  )
  return {
    date,
    amount,
    payer: payer === date ? null : payer,
    reference: isNumbered
      ? wordiest(guessed(headers))
      : (filled ?? wordiest(guessed(unknown)) ?? references[0] ?? null),
    dateOrder: fitting,
  }
}

/** The currency of all amounts of a column, where the one beside it names it: of two amounts one can be as it was paid abroad. */
function paidIn({ headers, rows }: Table, amount: string): string | undefined {
  const at = currencyColumn(headers, rows, headers.indexOf(amount))
  const [named, other] = new Set(rows.map(({ cells }) => currencyOf(textOf(cells[at]))))
  return other === undefined ? named : undefined
}

/**
 * Whether a statement is a credit card's without a minus before its purchases: the card's own payments have one, or it names the card
 * and has neither a minus nor another word for money out.
 */
export function isOfCard({ headers, rows }: Table, column: string | null): boolean {
  const at = headers.indexOf(column ?? "")
  const amounts = rows.map(({ cells }) => ({ minor: bankAmount(textOf(cells[at])) ?? 0, cells }))
  const outgoing = amounts.filter(({ minor }) => minor < 0)
  const isPlain =
    amounts.some(({ minor }) => minor > 0) &&
    directionColumn(headers, rows, outgoing.length > 0) < 0 &&
    !headers.some(isOutHeading) &&
    !headers.some(isShopHeading) &&
    !isOnlyInHeading(column ?? "")
  if (!isPlain) return false
  if (outgoing.length === 0) return headers.some(isCardHeading) && !headers.some(isBalanceHeading)
  return outgoing.every(({ cells }) => cells.some(isPaymentToCard)) && outgoing.length <= amounts.length / 2
}

export const isUnnamed = (header: string): boolean => /^Column \d+$/.test(header)

/** Whether a cell names someone: not the number of an account. */
const isName = (cell: string): boolean => /\p{L}{2}/u.test(cell) && !/^[A-Z]{2}\d[\dA-Z ]*$/.test(cell)

type Guessed = { header: string; cells: readonly string[] }

/** Numbers of accounts have no decimals. */
function exactOf(columns: readonly Guessed[]): readonly Guessed[] {
  const exact = columns.filter(({ cells }) => cells.some((cell) => /[.,]\d{1,2}\D*$/.test(cell)))
  return exact.length > 0 ? exact : columns
}

/** Whether two columns share the amounts of all rows: money in and money out. */
const isPair = (one: Guessed, other: Guessed): boolean =>
  [one, other].every(({ cells }) => cells.some((cell) => bankAmount(cell))) &&
  one.cells.every((cell, row) => !bankAmount(cell) !== !bankAmount(other.cells[row] ?? ""))

/** Whether a column has the sum of a pair: paid by card and in cash, or both ways without a sign. */
const isSumOf = (whole: Guessed, [one, other]: readonly [Guessed, Guessed]): boolean =>
  [one, other].every((part) => whole !== part && part.cells.some((cell) => (bankAmount(cell) ?? 0) > 0)) &&
  whole.cells.every(
    (cell, row) =>
      (bankAmount(cell) ?? 0) ===
      (bankAmount(one.cells[row] ?? "") ?? 0) + (bankAmount(other.cells[row] ?? "") ?? 0),
  )

/** Of money in and money out in a column each, the one by which the balance rises; null where it tells nothing. */
function movedIn(columns: readonly Guessed[]): string | null {
  const exact = exactOf(columns)
  for (const [index, first] of exact.entries()) {
    const second = exact.slice(index + 1).find((other) => isPair(first, other))
    if (!second || exact.some((each) => isSumOf(each, [first, second]))) continue
    // Or one column has both, with signs: another pair's column has one of them alone.
    const hasBoth = ({ cells }: Guessed) =>
      cells.every(
        (cell, row) =>
          bankAmount(cell) || !(bankAmount(first.cells[row] ?? "") || bankAmount(second.cells[row] ?? "")),
      )
    const proofs = exact
      .filter((each) => each !== first && each !== second)
      .map((each) =>
        movesOf(each).map((moves, row) =>
          hasBoth(each) ? [...moves, bankAmount(each.cells[row] ?? "")] : moves,
        ),
      )
    /** How many rows a balance agrees with, where this column is what came in. */
    const agreeing = (ins: Guessed, outs: Guessed) =>
      ins.cells.filter((cell, row) => {
        const moved = (bankAmount(cell) ?? 0) - Math.abs(bankAmount(outs.cells[row] ?? "") ?? 0)
        return proofs.some((moves) => moves[row]?.includes(moved))
      }).length
    const difference = agreeing(first, second) - agreeing(second, first)
    if (difference !== 0) return (difference > 0 ? first : second).header
  }
  return null
}

/**
 * The column of amounts where no heading tells it: the balance moves by the amount. Where that says nothing, or money in and money
 * out have a column each, a person chooses.
 */
function credits(columns: readonly Guessed[]): string | null {
  const exact = exactOf(columns)
  const [first, second] = exact
  if (!first || !second) return first && !isBalanceHeading(first.header) ? first.header : null
  if (isPair(first, second)) return null
  const allMoves = exact.map((column) => ({ column, moves: movesOf(column) }))
  const allowed = exact.filter(({ header }) => !isBalanceHeading(header))
  const scored = allowed.map((column) => {
    const isMoved = (cell: string, row: number) =>
      allMoves.some(({ column: other, moves }) => {
        const amount = bankAmount(cell) ?? Number.NaN
        return other !== column && (moves[row]?.includes(amount) || moves[row]?.includes(-amount))
      })
    const signs = column.cells.some((cell) => /[-−+(]/.test(cell)) ? 0.5 : 0
    return { header: column.header, score: column.cells.filter(isMoved).length + signs }
  })
  const [best, next] = scored.sort((one, other) => other.score - one.score)
  return best && best.score > (next?.score ?? 0) ? best.header : null
}

/** By how much the balance of each row differs from those beside it. */
function movesOf({ cells }: Guessed): number[][] {
  const balances = cells.map((cell) => bankAmount(cell) ?? Number.NaN)
  return balances.map((now, row) => [
    now - (balances[row - 1] ?? Number.NaN),
    now - (balances[row + 1] ?? Number.NaN),
  ])
}

/** "PAYMENT_TRANSACTION_IN" is a program's word, and an address is no purpose. */
const isCode = (cell: string): boolean => /^\p{L}+(_\p{L}+)+$|^\S+@\S+$/u.test(cell)

/** The column with most letters: what a bank without headings says of its transfers. */
function wordiest(columns: readonly Guessed[]): string | null {
  const letters = ({ cells }: Guessed) =>
    [...new Set(cells)].reduce(
      (sum, cell) => sum + (isDay(cell) || isCode(cell) ? 0 : cell.replace(/[^\p{L}]+/gu, "").length),
      0,
    )
  const [most] = [...columns].sort((one, other) => letters(other) - letters(one))
  return most && letters(most) > 0 ? most.header : null
}

/** Whether a file has every column that was chosen before. */
export const fitsColumns = (headers: readonly string[], columns: BankColumns): boolean =>
  columns.date !== null &&
  columns.amount !== null &&
  bankFields.every((field) => columns[field] === null || headers.includes(columns[field]))

/** Where a table holds what, by the index of each column; -1 for what it hasn't. */
function placesIn({ headers, rows }: Table, columns: BankColumns) {
  const indexOf = (field: BankField) => (columns[field] === null ? -1 : headers.indexOf(columns[field]))
  const [date = -1, amount = -1, payer = -1, reference = -1] = bankFields.map(indexOf)
  const chosen = new Set([date, amount, payer, reference])
  const others = headers.map((_, index) => index).filter((index) => !chosen.has(index))
  const outs = others.filter((index) => isOutHeading(headers[index] ?? ""))
  const hasSigns = rows.some(({ cells }) => (bankAmount(textOf(cells[amount])) ?? 0) < 0)
  // Where money in and money out have a column each, no other one says it, such as a kind "Check" or "Deposit".
  const isSplit = outs.length > 0 && isOnlyInHeading(headers[amount] ?? "")
  const direction = isSplit ? -1 : directionColumn(headers, rows, hasSigns)
  const state = stateColumn(headers, rows)
  const references = others.filter((index) => headingsOf([headers[index] ?? ""], "reference").length > 0)
  // "Student first name" and "Payer first name" can be in one file.
  const whose = [whoseName(headers[payer] ?? ""), ""]
  const names = [isGivenNameHeading, isFamilyNameHeading].map(
    (is) =>
      whose
        .map((person) => headers.findIndex((header) => is(header) && whoseName(header) === person))
        .find((index) => index >= 0) ?? -1,
  )
  return {
    date,
    amount,
    payer,
    reference,
    names: names.includes(payer) ? names : [payer],
    ...otherParty({ headers, rows }, payer),
    // A purpose over several columns is one text; those right of it without a heading go on with it.
    purpose: [
      reference,
      ...others.filter((index) => reference >= 0 && isPurpose({ headers, rows }, index, reference)),
    ].sort((one, other) => one - other),
    // A row that isn't booked on a day of its own has another one, where the chosen column does hold days.
    otherDates: rows.some(({ cells }) => isDay(cells[date] ?? ""))
      ? others.filter((index) => headingsOf([headers[index] ?? ""], "date").length > 0)
      : [],
    // The same row's amount in another currency, where each has a column.
    otherAmounts: others.filter((index) => {
      const named = currencyIn(headers[index] ?? "")
      return (
        named !== undefined &&
        named !== currencyIn(headers[amount] ?? "") &&
        headingsOf([headers[index] ?? ""], "amount").length > 0
      )
    }),
    outs,
    isUnsigned: !hasSigns && direction < 0 && outs.length === 0,
    isTurned:
      outs.length > 0 && isOnlyInHeading(headers[amount] ?? "") && isTurned({ headers, rows }, amount),
    direction,
    isSided: direction >= 0 && !hasSigns,
    // A shop's list without signs has what it gave back beside what it got.
    kind:
      hasSigns || direction >= 0 || outs.length > 0 || headers.some(isBalanceHeading)
        ? -1
        : headers.findIndex(isKindHeading),
    ...kindsIn({ headers, rows }, { payer, reference }),
    fell:
      hasSigns || direction >= 0 || isOnlyInHeading(headers[amount] ?? "")
        ? undefined
        : fallenIn({ headers, rows }, amount),
    isMarked:
      !hasSigns &&
      direction < 0 &&
      !isOnlyInHeading(headers[amount] ?? "") &&
      rows.some(({ cells }) => isMarkedCredit(textOf(cells[amount]))),
    isInCents:
      isInCents(headers[amount] ?? "") &&
      rows.every(({ cells }) => !/[.,]\d{1,2}\D*$/.test(textOf(cells[amount]))),
    isFine: [amount, ...outs].some((index) =>
      rows.some(({ cells }) => /^\D*(\d{4,}|0|\d{1,3}(?:\s\d{3})+)[.,]\d\d0\D*$/.test(cells[index] ?? "")),
    ),
    // Where no column has the payer, what is written beside the purpose may say who it was.
    texts: payer >= 0 || reference < 0 ? [] : references,
    state,
    saysBooked: rows.some(({ cells }) => isBooked(textOf(cells[state]))),
    currency: currencyColumn(headers, rows, amount),
    // What every row has, such as the name of the account, says nothing of one.
    same: new Set(
      others.filter(
        (index) => rows.length > 1 && new Set(rows.map(({ cells }) => textOf(cells[index]))).size === 1,
      ),
    ),
  }
}

/** What a bank or a payment service says of each row: its kind, and whether it moved money of people at all. */
function kindsIn({ headers, rows }: Table, { payer, reference }: { payer: number; reference: number }) {
  const named = headers.flatMap((header, index) =>
    isBookingKindHeading(header) && !isPurposeHeading(header) ? [index] : [],
  )
  const hasFees = headers.some((header) => isNet(header) || isFeeHeading(header))
  // A payment service without a column for it says in the purpose what a row is; at a bank payers write there.
  const isOfService = headers.some(isNet)
  const others = named.filter((index) => index !== reference)
  const kinds = others.length === 0 && isOfService && reference >= 0 ? [reference] : others
  const cellsOf = (index: number) => rows.map(({ cells }) => textOf(cells[index]))
  return {
    kinds,
    /** Of the kind in a column of its own, which no payer writes. */
    bankKinds: others,
    stateKinds: [...new Set([...named, ...kinds])],
    memo: memoColumn(rows, headers.length),
    hasFees,
    // Beside them what was put in is the account's own; at a bank it is what came in.
    hasPayouts: kinds.some((index) => cellsOf(index).some(isPaidOut)),
    isPayouts: payer < 0 && isListOfPayouts({ headers, rows }, [reference, ...named]),
  }
}

/** Of a column "From" with one "To" beside it, the name that each row has in either: the school's, which asked for the payment. */
function otherParty({ headers, rows }: Table, payer: number): { party: number; self: string } {
  const isFrom = /^(from|von|de|van|da|från|fra|od)$/i.test(headers[payer]?.trim() ?? "")
  const party = isFrom
    ? headers.findIndex((header) => /^(to|an|à|a|naar|para|till|til|do)$/i.test(header.trim()))
    : -1
  const pairs = rows
    .map(({ cells }) => [textOf(cells[payer]), textOf(cells[party])])
    .filter((pair) => party >= 0 && !pair.includes(""))
  // A payer into two accounts of the school is the same in each row, too, but always in one column.
  const isOfBoth = (name: string) => [0, 1].every((side) => pairs.some((pair) => pair[side] === name))
  const self = (pairs[0] ?? []).find((name) => isOfBoth(name) && pairs.every((pair) => pair.includes(name)))
  return { party, self: self ?? "" }
}

/**
 * Whether a payment service lists what it paid out to the school's bank: it calls them payouts, and no row says who paid, how or what
 * for, at most numbers of its own. One row tells too little.
 */
function isListOfPayouts({ headers, rows }: Table, texts: readonly number[]): boolean {
  const said = texts.filter(
    (index) =>
      index >= 0 &&
      !isPayoutHeading(headers[index] ?? "") &&
      !/^deposit[ _]type$/i.test(headers[index] ?? ""),
  )
  const isCalled =
    headers.some(isPayoutHeading) ||
    (headers.some((header) => /^arrival[ _]date/i.test(header.trim())) &&
      said.some((index) => rows.every(({ cells }) => /payout/i.test(textOf(cells[index])))))
  const isOther = headers.some(
    (header, index) =>
      isMethodHeading(header) ||
      /(?<!\p{L})che(ck|que)/iu.test(header) ||
      (isBalanceHeading(header) && rows.some(({ cells }) => bankAmount(textOf(cells[index])) !== undefined)),
  )
  if (!isCalled || isOther || rows.length < 2) return false
  return said.every((index) => {
    const cells = rows.map(({ cells: all }) => textOf(all[index])).filter((cell) => !/payout/i.test(cell))
    const words = new Set(cells.map((cell) => cell.replace(/[^\p{L}]+/gu, "")).filter(Boolean))
    return words.size < 2 && !cells.some((cell) => /\p{L}{2} +\p{L}|\d{3}-\d|\d-\d{3}/u.test(cell))
  })
}

/** Where some credits have a sign of their own and no row has a minus, the others are money that went out. */
const isMarkedCredit = (cell: string): boolean =>
  /^\+|\d ?CR\.?$/i.test(cell) && bankAmount(cell) !== undefined

/** What fewer rows say of money's direction can be chance. */
const fewestProofs = 3

/**
 * Where neither a sign nor a word says in which direction money went, the balance does: the rows by which it fell. The first row has no
 * balance before it, so it isn't known. Undefined where the balance doesn't move by the amounts, or never falls.
 */
function fallenIn({ headers, rows }: Table, amount: number): Map<Row, "out" | "unknown"> | undefined {
  const at = headers.findIndex((header) => isBalanceHeading(header))
  const moved = rows.filter(({ cells }) => bankAmount(textOf(cells[amount])) && bankAmount(textOf(cells[at])))
  const moves = movesOf({ header: "", cells: moved.map(({ cells }) => textOf(cells[at])) })
  for (const side of [0, 1]) {
    const steps = moved.map((row, index) => {
      const minor = bankAmount(textOf(row.cells[amount])) ?? 0
      const step = moves[index]?.[side] ?? Number.NaN
      return Number.isNaN(step) ? "unknown" : step === -minor ? "out" : step === minor ? "in" : undefined
    })
    if (steps.length < fewestProofs + 1 || !steps.includes("out") || steps.includes(undefined)) continue
    return new Map(
      moved.flatMap((row, index) => {
        const step = steps[index]
        return step === "out" || step === "unknown" ? [[row, step] as const] : []
      }),
    )
  }
  return undefined
}

/** The headings of a bank that turns every credit. */
const turning = "status,date,description,debit,credit"

/**
 * Whether a bank writes what came in below "Credit" with a minus, in every row. Where there is a balance, it has to rise by them; without
 * one a few such rows are credits that were taken back.
 */
function isTurned({ headers, rows }: Table, amount: number): boolean {
  const moved = rows.map(({ cells }) => bankAmount(textOf(cells[amount])) || undefined)
  const amounts = moved.filter((each) => each !== undefined)
  if (amounts.length === 0 || amounts.some((each) => each > 0)) return false
  const at = headers.findIndex((header) => isBalanceHeading(header))
  if (at < 0) return amounts.length >= fewestProofs || headers.join().toLowerCase() === turning
  const moves = movesOf({ header: headers[at] ?? "", cells: rows.map(({ cells }) => textOf(cells[at])) })
  const agreeing = (sign: 1 | -1) =>
    moved.filter((each, row) => each !== undefined && moves[row]?.includes(sign * each)).length
  return agreeing(-1) > agreeing(1)
}

function isPurpose({ headers, rows }: Table, index: number, reference: number): boolean {
  const [header = "", first = ""] = [headers[index], headers[0]]
  if (!isUnnamed(header))
    return (
      isPurposeHeading(header) ||
      // One word there is the kind of booking.
      (/^details$/i.test(header.trim()) &&
        rows.some(({ cells: all }) => /\p{L}+ \p{L}/u.test(all[index] ?? "")))
    )
  if (!isUnnamed(first)) return index - 1 === reference || isPurpose({ headers, rows }, index - 1, reference)
  // Without any heading: words that aren't the same in all rows.
  const cells = new Set(rows.map(({ cells: all }) => textOf(all[index])))
  const isText = (cell: string) =>
    !saysDirection(cell) && isName(cell) && /\p{L}{4}/u.test(cell) && !isDay(cell)
  // "2026-0801" is what a payer wrote, also alone.
  const isNumber = (cell: string) => /^[A-Z]{0,4}\d{2,}[-/]\d{2,}$/.test(cell) && !isAmountOrDay(cell)
  return (cells.size > 1 || rows.length === 1) && [...cells].some((cell) => isText(cell) || isNumber(cell))
}

/**
 * The credits of a table by its columns: those that are booked and in the school's currency, every other with its reason, and the
 * rows whose date or amount can't be read.
 */
export function readByColumns(table: Table, columns: BankColumns, currency: string): StatementRead {
  const places = placesIn(table, columns)
  const found = emptyRead()
  // Some banks name what isn't booked in a line above it.
  let section: RowState = "booked"
  // Or list what came in and what went out apart.
  let isOutSection = false
  const isShifted = shiftedIn(table, places)
  const read = withParts(table.rows, places).map((group) => ({
    ...group,
    facts: factsOf(group.row, {
      places,
      columns,
      headers: table.headers,
      currency,
      ofAccount: table.currency ?? currency,
    }),
  }))
  const totals = totalsIn(read)
  for (const { row, parts, facts } of read) {
    const { bookedOn, amountMinor } = facts
    if (isOfAccount(row, bookedOn !== undefined, places) || totals.get(row) === "sum") continue
    if (!bookedOn && saysNothing(row.cells, facts)) {
      const words = wordsIn(row.cells)
      const [title = ""] = words
      if (words.length === 1) section = stateOf(title)
      if (words.length === 1 && isSideTitle(title)) isOutSection = places.isUnsigned && saysOutgoing(title)
      continue
    }
    const state = facts.state === "booked" ? section : facts.state
    if (isShifted(row) || places.fell?.get(row) === "unknown" || totals.has(row)) {
      found.unreadable.push(row.rowNumber)
      continue
    }
    const isOut =
      amountMinor !== undefined &&
      (amountMinor <= 0 ||
        saysOutgoing(facts.direction) ||
        facts.isGivenBack ||
        facts.isUnmarked ||
        isOutSection ||
        places.fell?.get(row) === "out")
    if (isOut && (bookedOn || state !== "booked")) found.outgoing += 1
    else if (isOut || amountMinor === undefined) found.unreadable.push(row.rowNumber)
    else if (state !== "booked" || facts.isReturned) {
      const reason = state === "booked" ? "returned" : state
      found.left.push({ reason, amountMinor, currency: facts.currency })
    } else if (facts.currency !== currency)
      found.left.push({ reason: "currency", amountMinor, currency: facts.currency })
    else if (facts.isOwn) found.left.push({ reason: "own", amountMinor, currency })
    else if (!bookedOn || facts.isUnknown) found.unreadable.push(row.rowNumber)
    else found.entries.push(...transfersOf({ ...facts, bookedOn, amountMinor }, parts))
  }
  return found
}

/**
 * The rows with a day that call themselves a total: the sum of the credits above them, of the last ones, or of all others, or in doubt
 * where they say nothing else.
 */
function totalsIn(rows: readonly { row: Row; facts: Facts }[]): Map<Row, "sum" | "doubt"> {
  const found = new Map<Row, "sum" | "doubt">()
  const wordsOf = ({ row, facts }: (typeof rows)[number]) =>
    facts.bookedOn && (facts.amountMinor ?? 0) > 0 ? wordsIn(row.cells) : []
  const named = new Set(rows.filter((each) => wordsOf(each).slice(0, 1).some(isTotal)))
  if (named.size === 0) return found
  const creditOf = (each: (typeof rows)[number]) =>
    named.has(each) ? 0 : Math.max(0, each.facts.amountMinor ?? 0)
  const all = rows.reduce((sum, each) => sum + creditOf(each), 0)
  let [above, last] = [0, 0]
  for (const each of rows) {
    above += creditOf(each)
    last += creditOf(each)
    if (!named.has(each)) continue
    if ([above, last, all].includes(each.facts.amountMinor ?? 0)) found.set(each.row, "sum")
    else if (wordsOf(each).join(" ").split(" ").length === 1) found.set(each.row, "doubt")
    last = 0
  }
  return found
}

/** Whether some bank's amounts have three decimals is told by one that isn't grouped, such as "1085,000": the last is always 0. */
const shortened = (text: string): string => text.replace(/([.,]\d\d)0(?=\D*$)/, "$1")

/**
 * Rows that have more cells than the others, where a comma in a text made the cells behind it move: the amount would be another
 * cell. Behind the amount they may, where the text begins. Or all have one more, where a comma was in each amount; or the last one
 * has fewer, where a file broke off within its amount.
 */
function shiftedIn({ headers, rows }: Table, { amount, outs, purpose }: Places): (row: Row) => boolean {
  const named = headers.reduce((last, header, index) => (isUnnamed(header) ? last : index + 1), 0)
  const isWide = ({ cells }: Row) => cells.slice(named).some((cell) => textOf(cell) !== "")
  const amountOf = ({ cells }: Row) => textOf(cells[amount])
  const hasCents = (row: Row) => /[.,]\d\d\D*$/.test(amountOf(row))
  const isCut = (row: Row) =>
    row === rows.at(-1) &&
    (row.cells.length <= amount
      ? outs.every((index) => textOf(row.cells[index]) === "")
      : row.cells.length === amount + 1 &&
        rows.length > 1 &&
        rows.every((each) =>
          each === row ? !hasCents(each) : each.cells.length > amount + 1 && hasCents(each),
        ))
  if (named === 0) return isCut
  const isSplit = (row: Row) =>
    isWide(row) && /^[-−]?\d+$/.test(amountOf(row)) && /^\d\d$/.test(textOf(row.cells[amount + 1]))
  const wide = rows.filter(isWide)
  if (wide.length * 2 > rows.length) return wide.every(isSplit) ? isWide : isCut
  const [text = -1] = purpose
  return (row) =>
    isCut(row) || (isWide(row) && (text < amount || bankAmount(textOf(row.cells[text])) !== undefined))
}

type Row = Table["rows"][number]
type Places = ReturnType<typeof placesIn>
type Facts = ReturnType<typeof factsOf>

/** As text, without what keeps a spreadsheet from making a number of it. */
const textOf = (cell: string | undefined): string =>
  (cell ?? "")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .replace(/^="(.*)"$|^'(.*?)'?$/, "$1$2")
    .trim()

const isBlankAmount = (text: string): boolean => /^[-–—−]*$/.test(text)

/** The cells that say something in words: no codes, days or amounts. */
const wordsIn = (cells: readonly string[]): string[] =>
  cells
    .map(textOf)
    .filter((cell) => /\p{L}{3}|\p{L} \p{L} /u.test(cell) && !/^[A-Z]{3}$/.test(cell) && !isAmountOrDay(cell))

const isOfAccount = ({ cells }: Row, hasDay: boolean, { same }: Places): boolean =>
  cells.some(mentionsAccount) && isAboutAccount(wordsIn(cells.filter((_, at) => !same.has(at))), hasDay)

const isAmountOrDay = (cell: string): boolean =>
  /\d/.test(cell) && (bankAmount(cell) !== undefined || isDay(cell))

function factsOf(
  { cells }: Row,
  of: {
    places: Places
    columns: BankColumns
    headers: readonly string[]
    currency: string
    ofAccount: string
  },
) {
  const { places, columns, headers } = of
  const textIn = (index: number) => textOf(cells[index])
  const [at = places.amount] = [places.amount, ...places.otherAmounts].filter((index) => textIn(index) !== "")
  const said = places.currency < 0 ? "" : textIn(places.currency)
  const currency =
    currencyIn(textIn(at)) ?? currencyIn(headers[at] ?? "") ?? currencyOf(said, of.currency) ?? of.ofAccount
  const [ofColumn, ...days] = [places.date, ...places.otherDates].map(
    (index) => bankDate(textIn(index), columns.dateOrder) ?? serialDay(textIn(index)),
  )
  // Some banks write where the day will be that a row isn't booked yet.
  const ofDay = ofColumn ? "booked" : stateOf(textIn(places.date))
  const state = textIn(places.state)
  const stated = stateOf(state, headers[places.state] ?? "")
  const direction = sideIn(headers[places.direction] ?? "", textIn(places.direction))
  const kinds = places.kinds.map(textIn)
  const turned = (minor: number | undefined) =>
    minor && (minor / (places.isInCents ? 100 : 1)) * (places.isTurned ? -1 : 1)
  return {
    currency,
    // A word that isn't known can say that the money is another currency, never came, or went out.
    isUnknown:
      (said !== "" && !currencyIn(textIn(at)) && !currencyOf(said, of.currency)) ||
      (places.saysBooked && state !== "" && !isKnownState(state)) ||
      (places.isSided && direction.length > 1 && !saysSide(direction)),
    // Where money in and money out have a column each, the one that isn't meant is blank.
    amountMinor: turned(
      isBlankAmount(textIn(at))
        ? 0
        : bankAmount(places.isFine ? shortened(textIn(at)) : textIn(at), currency),
    ),
    bookedOn: ofColumn ?? days.find((day) => day !== undefined),
    state:
      ofDay !== "booked"
        ? ofDay
        : stated === "booked" &&
            (places.stateKinds.some((index) => isPendingKind(textIn(index))) ||
              isMemo(textIn(places.memo)) ||
              (places.purpose[0] !== undefined && isPreliminary(textIn(places.purpose[0]))))
          ? "pending"
          : stated,
    direction,
    // Where payers write as well, such a word is the whole cell.
    isGivenBack: (places.kind === places.reference ? isGivenBackKind : isGivenBack)(textIn(places.kind)),
    isReturned:
      kinds.some(isGivenBackKind) || places.bankKinds.some((index) => isReturnedKind(textIn(index))),
    isOwn:
      places.isPayouts ||
      kinds.some(
        (kind) =>
          isOwnKind(kind) || (places.hasFees && isPayoutKind(kind)) || (places.hasPayouts && isTopUp(kind)),
      ) ||
      (places.payer >= 0 &&
        textIn(places.payer) === "" &&
        places.purpose.some((index) => isExchange(textIn(index)))),
    isUnmarked: places.isMarked && !isMarkedCredit(textIn(at)),
    payerName: joinTexts(
      (places.self !== "" && textIn(places.payer) === places.self ? [places.party] : places.names).map(
        textIn,
      ),
    ),
    reference: joinTexts([
      ...places.purpose.map(textIn),
      ...places.texts.map(textIn).filter((text) => text.split(/\s+/).length > 2),
    ]),
  }
}

/** Rows below one that came in, without a day or an amount of their own, say more of it: its parts, where a bank collects. */
function withParts(rows: readonly Row[], places: Places) {
  const { date, amount, otherDates, outs } = places
  const groups: { row: Row; parts: Row[] }[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    const isPart =
      last !== undefined &&
      row.rowNumber === last.row.rowNumber + last.parts.length + 1 &&
      [0, date, amount, ...otherDates, ...outs].every((index) => textOf(row.cells[index]) === "") &&
      !isOfAccount(row, false, places) &&
      !row.cells.some(isStateTitle)
    if (isPart) last.parts.push(row)
    else groups.push({ row, parts: [] })
  }
  return groups
}

/** One transfer, or its parts where a column has an amount for each and they add up to it. */
function transfersOf(
  facts: Facts & { bookedOn: string; amountMinor: number },
  parts: readonly Row[],
): ReadEntry[] {
  const { bookedOn, amountMinor, currency, payerName } = facts
  const said = parts.map(({ cells }) =>
    joinTexts(
      cells
        .map(textOf)
        .filter((cell) => /\p{L}{4}|\p{L} \p{L}|\d-\d/u.test(cell) && bankAmount(cell) === undefined),
    ),
  )
  const width = Math.max(0, ...parts.map(({ cells }) => cells.length))
  const amounts = Array.from({ length: width }, (_, index) =>
    parts.map(({ cells }) => bankAmount(textOf(cells[index]), currency) ?? Number.NaN),
  ).find((all) => all.every((each) => each > 0) && all.reduce((sum, each) => sum + each, 0) === amountMinor)
  const shared = { bookedOn, currency, bankReference: null }
  if (amounts)
    return amounts.map((each, index) => ({
      ...shared,
      amountMinor: each,
      payerName: "",
      reference: said[index] ?? "",
    }))
  return [{ ...shared, amountMinor, payerName, reference: joinTexts([facts.reference, ...said]) }]
}

/** A line that isn't a row of the statement, such as the headings of its next page: neither a day nor any amount, only words. */
const saysNothing = (cells: readonly string[], { amountMinor }: Facts): boolean =>
  !cells.some((cell) => /\p{N}/u.test(cell)) ||
  (amountMinor === 0 &&
    (cells.filter((cell) => cell.trim() !== "").length < 2 ||
      !cells.some((cell) => /\d/.test(cell) && bankAmount(cell) !== undefined)))
