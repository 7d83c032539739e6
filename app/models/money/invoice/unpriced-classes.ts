/** A family's past lessons of a class without a price: they can't be on an invoice until one is set. */
export type UnpricedClass = {
  classId: string
  className: string
  lessons: number
  /** The day of the first of them, `YYYY-MM-DD`. */
  firstOn: string
  /** Such lessons of other families, which the class's price would charge, too. */
  others: number
}
