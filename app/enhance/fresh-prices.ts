import { ask, pageOf } from "./api"
import { elementsOf } from "./elements"

type Plans = Record<string, Record<string, { price: string }>>

const priced = "[data-priced]"

/** The plans are asked for when the page opens and when it is looked at again. */
export function keepPricesFresh() {
  if (!document.querySelector(priced)) return
  refreshPrices()
  addEventListener("focus", refreshPrices)
}

/** Other prices than those shown bring the savings and totals that belong to them along. */
async function refreshPrices() {
  const prices = elementsOf(priced, HTMLElement)
  const plans = await ask<Plans>("/api/auth/plans")
  const isOld = (part: HTMLElement) => {
    const [plan = "", interval = ""] = (part.dataset.priced ?? "").split(".")
    const price = plans[plan]?.[interval]?.price
    return price && price !== part.firstChild?.nodeValue
  }
  if (!prices.some(isOld)) return
  const page = await pageOf(await fetch(location.href, { cache: "reload" }))
  const fresh = elementsOf(priced, HTMLElement, page)
  if (fresh.length !== prices.length) return
  for (const [index, part] of prices.entries()) part.replaceChildren(...(fresh[index]?.childNodes ?? []))
}
