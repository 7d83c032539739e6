import type { State } from "../state"
import { invalidRequest } from "./errors"

/** Buyers are only ever sent back to the shop this sandbox was started for. */
export function checkShopUrl(state: State, url: string, field: string) {
  if (new URL(url).origin === state.shopOrigin) return url
  throw invalidRequest("INVALID_PARAMETER_VALUE", "The value of a field is invalid.", field, url)
}

/** Adds PayPal's query names to a return or cancel address that may have a query of its own. */
export function withQuery(url: string, query: Record<string, string>) {
  const address = new URL(url)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}
