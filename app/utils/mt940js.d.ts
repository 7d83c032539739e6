declare module "mt940js" {
  export type Mt940Line = {
    date: Date
    /** Empty where the line has none. */
    entryDate: Date | ""
    amount: number
    isReversal: boolean
    reference: string
    bankReference: string
    currency: string
  }
  /** A field with its text. */
  export type Mt940Tag = { id: number | string; data: string }
  export type Mt940Statement = { currency: string; transactions: Mt940Line[]; tags: Mt940Tag[] }
  export class Parser {
    parse(text: string, withTags: true): Mt940Statement[]
  }
}
