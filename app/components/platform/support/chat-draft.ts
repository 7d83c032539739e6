// What is being typed into the support chat stays in the tab for the person who typed it: when they close the chat, load the
// page again, or when a phone has thrown the tab away meanwhile.

function keyOf(): string | undefined {
  const owner = document.querySelector<HTMLElement>("[data-kept-owner]")?.dataset.keptOwner
  return owner && `support-draft ${owner}`
}

export function readDraft(): string {
  const key = keyOf()
  try {
    return (key && sessionStorage.getItem(key)) || ""
  } catch {
    // Without storage nothing is restored; the chat works all the same.
    return ""
  }
}

export function keepDraft(text: string) {
  const key = keyOf()
  if (!key) return
  try {
    if (text) sessionStorage.setItem(key, text)
    else sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}
