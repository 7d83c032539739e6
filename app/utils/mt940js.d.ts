declare module "mt940js" {
  export type Mt940Line = {
    date: Date
    entryDate?: Date
    amount: number
    isReversal: boolean
    reference: string
    bankReference: string
    currency: string
    details: string
  }
  export type Mt940Statement = { currency: string; transactions: Mt940Line[] }
  export class Parser {
    parse(text: string): Mt940Statement[]
  }
}
