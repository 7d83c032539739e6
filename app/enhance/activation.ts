import { ask } from "./api"
import { elementsOf } from "./elements"

/** While a payment is being confirmed: looks after 1 s, then every 2 s, ten times or 20 s at most (spec §4, §9). */
export function awaitActivation() {
  for (const part of elementsOf("[data-activation]", HTMLElement)) {
    watch(part.dataset)
    setText(part, "h1", "Activating your subscription...")
    setTimeout(
      () => setText(part, "[role=status]", "Finalizing setup - your account will be ready shortly"),
      10_000,
    )
  }
}

function watch({ activation = "", amount, plan: planName }: DOMStringMap) {
  const began = Date.now()
  let tries = 0
  let isStarted = false
  const elapsed = () => Date.now() - began
  const look = async () => {
    tries += 1
    let isActive = (await ask<{ status: string }>("/api/auth/subscription-status")).status === "active"
    if (!isActive && !isStarted && tries >= 5 && elapsed() > 10_000) {
      isStarted = true
      const body = { amount, planName, currency: "USD" }
      isActive =
        (await ask<{ success: boolean }>("/api/subscription/manual-activation", body)).success === true
    }
    if (isActive) location.replace(activation)
    else if (tries < 10 && elapsed() < 20_000) setTimeout(look, 2000)
  }
  setTimeout(look, 1000)
}

function setText(part: HTMLElement, selector: string, text: string) {
  const element = part.querySelector(selector)
  if (element) element.textContent = text
}
