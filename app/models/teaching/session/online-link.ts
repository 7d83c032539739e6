import { line } from "~/utils/form-text"

const message = "Enter a full web address, for example https://meet.example.com/room."

/** Where an online lesson takes place. Only https, and without a username before the host: families open it. */
export const onlineLink = line(300, "Keep the link under 300 characters.").refine((text) => {
  if (text === "") return true
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === "https:" && url.username === "" && url.hostname.includes(".")
}, message)
