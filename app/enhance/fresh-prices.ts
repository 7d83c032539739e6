import { ask, pageOf } from "./api"
import { elementsOf } from "./elements"

type Plans = Record<string, Record<string, { price: string }>>

const priced = "[data-priced]"

/** Refreshes the plans when the page opens and when it becomes visible again. */
export function keepPricesFresh() {
  if (!document.querySelector(priced)) return
  refreshPrices()
  addEventListener("focus", refreshPrices)
}

/** Changed prices also bring the savings and totals that belong to them. */
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
