// What an accountant's program calls what our files name. Safe in the browser.

/** `sales`, `write-off`, `no-tax`, or a tax as its text: "VAT 20%". */
export type AccountCodes = ReadonlyMap<string, string>

export const fixedNames = ["sales", "write-off", "no-tax"] as const
export type FixedName = (typeof fixedNames)[number]

/** What is written until a school enters its own. */
export const usualCodes: Record<FixedName, string> = {
  sales: "200",
  "write-off": "404",
  "no-tax": "No Tax",
}

export const longestCode = 60
export const mostTaxes = 40
