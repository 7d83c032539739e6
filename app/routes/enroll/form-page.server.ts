import { redirect } from "@remix-run/node"
import { honeypotName } from "~/components/form/honeypot"
import { clientAddress, countedAddress } from "~/http/address.server"
import { tooMany } from "~/http/answer"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import type { Actor } from "~/models/foundation/access/actor"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import type { EnrollmentForm } from "~/models/people/enrollment-form/enrollment-form"
import { listConsentsOf, listQuestions } from "~/models/people/enrollment-form/enrollment-form.server"
import { beginForm, isUnhurried, receiveInquiry } from "~/models/people/inquiry/inquiry-draft.server"
import { inquiryForm } from "~/models/people/inquiry/inquiry-form"
import type { SchoolPage } from "~/models/people/school-page/school-page.server"
import { listFullClasses, listWithFreeSpots } from "~/models/teaching/class-list/class-list.server"
import { neededAnswers } from "~/texts/people/enrollment-form"
import { todayOf } from "~/utils/clock.server"
import { paths } from "~/utils/paths"

// A form of a school's public page, on the page itself or at its own address: what it shows, and what becomes of what is sent.

/** The classes that visitors choose from. A form for anything names those that the page lists. */
function classesOf(actor: Actor, { showsClasses }: SchoolPage, { purpose }: EnrollmentForm) {
  if (purpose === "waiting") return listFullClasses(actor)
  if (purpose === "class" || showsClasses) return listWithFreeSpots(actor)
  return []
}

/** What a form's page shows. */
export function drawForm(actor: Actor, page: SchoolPage, form: EnrollmentForm) {
  const { purpose, forWhom, path } = form
  return {
    ...{ purpose, forWhom, path, name: form.name, intro: form.intro },
    questions: listQuestions(actor, form, page.instruments),
    classes: classesOf(actor, page, form).map(({ id, name, times }) => ({ id, name, times })),
    documents: listConsentsOf(actor, form),
    begun: beginForm(actor),
    today: todayOf(actor),
  }
}

/** Takes what was sent. What a program sends is answered as if it had been taken. */
export async function takeForm(request: Request, actor: Actor, page: SchoolPage, form: EnrollmentForm) {
  const sentForm = await request.formData()
  const sent = redirect(
    form.isMain
      ? paths.schoolPage(page.address, { sent: "yes" })
      : paths.schoolForm(page.address, form.path, { sent: "yes" }),
    303,
  )
  if (sentForm.get(honeypotName)) return sent
  const { purpose, forWhom } = form
  const { instruments } = page
  const schema = inquiryForm(
    {
      purpose,
      forWhom,
      instruments,
      questions: listQuestions(actor, form, instruments),
      needed: neededAnswers,
    },
    todayOf(actor),
    classesOf(actor, page, form),
    listConsentsOf(actor, form),
  )
  const submission = readForm(sentForm, { schema })
  if (submission.status !== "success") return invalid(submission)
  if (!isUnhurried(actor, String(sentForm.get("begun") ?? "")))
    return invalid(submission, { form: "Check what you entered, then send it again." })
  const wait = await waitFor(request, actor.school.id, submission.value.email)
  if (wait > 0) return invalid(submission, { form: tooManyTries(wait) }, tooMany(wait))
  receiveInquiry(actor, submission.value, clientAddress(request), { formId: form.id, formPurpose: purpose })
  return sent
}

/** By the address first: one that has sent too much uses up nothing of others. */
async function waitFor(request: Request, schoolId: string, email: string): Promise<number> {
  return (
    (await countTry("inquiry-address", countedAddress(request))) ||
    (await countTry("inquiry-email", email)) ||
    (await countTry("inquiry-school", schoolId))
  )
}
