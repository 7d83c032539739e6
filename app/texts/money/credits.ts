/** What a family reads of a credit note with this number, or of what was written off, of an invoice or of their part of it. */
export const creditText = ({ number, isPart }: { number: string | null; isPart: boolean }): string =>
  `${number === null ? "Written off" : `Credit note ${number}`}${isPart ? ", your part" : ""}`
