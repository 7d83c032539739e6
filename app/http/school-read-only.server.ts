import { findSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { findInvoiceLink } from "~/models/money/invoice-link/invoice-link.server"
import { findSchoolOfInvitation } from "~/models/people/invitation/invitation.server"
import { findHolder } from "~/models/people/school-page/school-page.server"
import { findSavingBlock, isAnySavingBlocked } from "~/models/platform/abuse/block.server"
import { schoolReadOnlyTitle } from "~/models/platform/service/shown-notices.server"
import { findOfferLink } from "~/models/teaching/offer/answer-offer.server"
import { readSignInToken } from "./sign-in-cookie.server"

/** What a save of someone is refused with whose school our staff made read-only; undefined at once while none is. */
export function findSchoolReadOnly(
  cookies: string | undefined,
  address: string,
): Promise<{ title: string; text: string } | undefined> | undefined {
  return isAnySavingBlocked() ? findFor(cookies, address) : undefined
}

async function findFor(cookies: string | undefined, address: string) {
  const schoolId = findSchoolOfAddress(address) ?? (await schoolOf(cookies))
  const block = schoolId ? findSavingBlock(schoolId) : undefined
  const text = block?.told || "You can look everything up, but nothing can be saved."
  return block && { title: schoolReadOnlyTitle, text }
}

/** The school of an address that needs no login. Routes match in small and capital letters, and decoded. */
function findSchoolOfAddress(address: string): string | null | undefined {
  const { pathname, searchParams } = new URL(`http://localhost${address}`)
  const [, area = "", key = ""] = pathname
    .replace(/\.data$/i, "")
    .split("/")
    .map(decoded)
  if (area.toLowerCase() === "pay" && /^[\w-]{43}$/.test(key)) return findInvoiceLink(key)?.schoolId
  if (area.toLowerCase() === "offers" && /^[\w-]{43}$/.test(key)) return findOfferLink(key)?.schoolId
  if (area.toLowerCase() === "s") return findHolder(key)
  if (area.toLowerCase() === "invitation")
    return findSchoolOfInvitation(searchParams.get("token")?.slice(0, 200) ?? "")
  return undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The school in which the person of a browser is at work. */
async function schoolOf(cookies: string | undefined): Promise<string | undefined> {
  if (!cookies) return undefined
  const token = await readSignInToken(new Request("http://localhost", { headers: { Cookie: cookies } }))
  return token ? findSignIn(token)?.membership?.school.id : undefined
}
