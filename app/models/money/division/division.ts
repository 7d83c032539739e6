// An amount of an invoice divided among the teachers and instruments of its lines, to the cent. Safe in the browser.

/** What an invoice's lines of one teacher and instrument add up to, in minor units. */
export type InvoicePart = {
  teacher: { id: string; name: string } | null
  instrument: string | null
  amountMinor: number
}

/** What belongs to no teacher and no instrument. */
export const undivided: Omit<InvoicePart, "amountMinor"> = { teacher: null, instrument: null }

/**
 * An amount in the proportion of the parts of its invoice, in their order: whole minor units that add up to it. Each cut is
 * rounded by itself, so the same amount is always divided the same way. Parts that cancel out leave it to no one.
 */
export function divide(amountMinor: number, parts: readonly InvoicePart[]): InvoicePart[] {
  const wholeMinor = parts.reduce((sum, part) => sum + part.amountMinor, 0)
  if (wholeMinor === 0) return amountMinor === 0 ? [] : [{ ...undivided, amountMinor }]
  let cutMinor = 0
  let reachedMinor = 0
  return parts.flatMap((part) => {
    reachedMinor += part.amountMinor
    const nextMinor = Math.round((amountMinor * reachedMinor) / wholeMinor)
    const piece = { ...part, amountMinor: nextMinor - cutMinor }
    cutMinor = nextMinor
    return piece.amountMinor === 0 ? [] : [piece]
  })
}
