import { redirect } from "@remix-run/node"
import { z } from "zod"
import { honeypotName } from "~/components/form/honeypot"
import { clientAddress, countedAddress } from "~/http/address.server"
import { tooMany } from "~/http/answer"
import { invalid, readForm } from "~/http/read-form.server"
import type { Actor } from "~/models/foundation/access/actor"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { spotOf } from "~/models/money/deposit/deposit.server"
import {
  askKeys,
  customKey,
  type EnrollmentForm,
  isForClass,
} from "~/models/people/enrollment-form/enrollment-form"
import {
  listAskable,
  listConsentsOf,
  listQuestions,
} from "~/models/people/enrollment-form/enrollment-form.server"
import { campaignIn } from "~/models/people/inquiry/inquiry"
import { beginForm, isUnhurried, receiveInquiry } from "~/models/people/inquiry/inquiry-draft.server"
import { fieldNames, inquiryForm } from "~/models/people/inquiry/inquiry-form"
import type { SchoolPage } from "~/models/people/school-page/school-page.server"
import { listFullClasses, listWithFreeSpots } from "~/models/teaching/class-list/class-list.server"
import {
  findTrialTime,
  listTrialInstruments,
  listTrialTimes,
  trialPriceOf,
  trialPriceText,
} from "~/models/teaching/trial-lesson/book-trial.server"
import { neededAnswers, noLongerAsked, spotNote, timeTaken } from "~/texts/people/enrollment-form"
import { todayOf } from "~/utils/clock.server"
import { withoutListNames } from "~/utils/list-name"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

// A form of a school's public page, on the page itself or at its own address: what it shows, and what becomes of what is sent.

/** The classes that visitors choose from. A form for anything names those that the page lists, where it does: `listed`. */
function classesOf(
  actor: Actor,
  { showsClasses }: SchoolPage,
  { purpose, spot }: EnrollmentForm,
  listed?: ReturnType<typeof listWithFreeSpots>,
) {
  if (purpose === "waiting") return listFullClasses(actor)
  if (showsClasses) return listed ?? listWithFreeSpots(actor)
  return purpose === "class" || spot ? listWithFreeSpots(actor) : []
}

/**
 * What a form for trial lessons offers: which instruments there are to choose from first, and then the open times. Null for a form that
 * offers none, or whose teachers don't teach what the school does.
 */
function trialOf(actor: Actor, request: Request, { instruments }: SchoolPage, { trial }: EnrollmentForm) {
  if (!trial || trial.teacherIds.length === 0) return null
  const taught = listTrialInstruments(actor, trial, instruments)
  const asked = new URL(request.url).searchParams.get("instrument")
  const instrument =
    taught.find((name) => name === asked) ?? (taught.length === 1 ? (taught[0] ?? null) : null)
  const isOpen = instrument !== null || taught.length === 0
  return { offer: trial, taught, instrument, isOpen }
}

/** The same as the page shows it. */
function drawTrial(actor: Actor, trial: NonNullable<ReturnType<typeof trialOf>>) {
  const { offer, taught, instrument, isOpen } = trial
  return {
    ...{
      taught,
      instrument,
      isOpen,
      minutes: offer.minutes,
      price: trialPriceText(actor, trialPriceOf(actor, offer)),
    },
    times: isOpen
      ? listTrialTimes(actor, offer, instrument).map(({ value, date, startTime, teacherName }) => ({
          ...{ value, date, startTime, teacherName },
        }))
      : [],
  }
}

/** What a form's page shows; `listed` are the classes that the page lists. */
export function drawForm(
  actor: Actor,
  request: Request,
  page: SchoolPage,
  form: EnrollmentForm,
  listed?: ReturnType<typeof listWithFreeSpots>,
) {
  const { purpose, forWhom, path } = form
  const trial = trialOf(actor, request, page, form)
  const classes = classesOf(actor, page, form, listed)
  const spot = classes.length > 0 ? spotOf(actor, form) : null
  return {
    trial: trial && drawTrial(actor, trial),
    ...{ purpose, forWhom, path, name: form.name, intro: form.intro },
    questions: questionsOf(actor, page, form, trial?.instrument),
    classes: classes.map(({ id, name, times }) => ({ id, name, times })),
    needsClass: isForClass(purpose, form.spot !== null),
    documents: listConsentsOf(actor, form),
    note: spot && spotNote(spot.depositMinor ? formatMoney(spot.depositMinor, actor.school.currency) : null),
    begun: beginForm(actor),
    today: todayOf(actor),
    campaign: campaignIn(new URL(request.url).searchParams) ?? null,
  }
}

/** The instrument of a trial lesson is chosen before its time. */
const questionsOf = (
  actor: Actor,
  { instruments }: SchoolPage,
  form: EnrollmentForm,
  chosen: string | null | undefined,
) => listQuestions(actor, form, instruments).filter(({ key }) => !chosen || key !== "instrument")

/** Takes what was sent. What a program sends is answered as if it had been taken. */
export async function takeForm(request: Request, actor: Actor, page: SchoolPage, form: EnrollmentForm) {
  const sentForm = withoutListNames(await request.formData())
  const as = sentForm.has("time") ? "time" : "yes"
  const sent = redirect(
    form.isMain
      ? paths.schoolPage(page.address, { sent: "yes" })
      : paths.schoolForm(page.address, form.path, { sent: as }),
    303,
  )
  if (sentForm.get(honeypotName)) return sent
  const { purpose, forWhom } = form
  const { instruments } = page
  const trial = trialOf(actor, request, page, form)
  // Looking for open times is dear: it is counted before, apart from what is sent.
  const waits = trial ? await countTry("trial-times", countedAddress(request)) : 0
  // Where no time is open the request is sent alone.
  const hasTimes =
    waits === 0 && trial?.isOpen && listTrialTimes(actor, trial.offer, trial.instrument).length > 0
  const questions = questionsOf(actor, page, form, trial?.instrument)
  const schema = inquiryForm(
    {
      ...{ purpose, forWhom, instruments, needed: neededAnswers, offersSpot: form.spot !== null },
      questions,
      trial: trial && (hasTimes || sentForm.has("time")) ? { instrument: trial.instrument } : undefined,
    },
    todayOf(actor),
    classesOf(actor, page, form),
    listConsentsOf(actor, form),
  )
  const submission = readForm(sentForm, { schema, order: fieldNames(questions) })
  const left = noLongerAskedIn(actor, page, form, sentForm)
  if (waits > 0) return invalid(submission, { form: tooManyTries(waits) }, tooMany(waits))
  if (left.length > 0) return invalid(submission, { form: noLongerAsked(left) }, 409)
  if (submission.status !== "success") return invalid(submission)
  if (!isUnhurried(actor, String(sentForm.get("begun") ?? "")))
    return invalid(submission, {
      form: "We couldn’t take this yet. What you entered is kept: wait a few seconds, then send it again.",
    })
  const { time } = submission.value
  if (trial && time && !findTrialTime(actor, trial.offer, trial.instrument, time))
    return invalid(submission, { time: timeTaken }, 409)
  const wait = await waitFor(request, actor.school.id, submission.value.email)
  if (wait > 0) return invalid(submission, { form: tooManyTries(wait) }, tooMany(wait))
  receiveInquiry(actor, submission.value, clientAddress(request), {
    ...{ formId: form.id, formPurpose: purpose },
    ...(trial && time ? { timesFor: trial.instrument, price: trialPriceOf(actor, trial.offer) } : {}),
  })
  return sent
}

/** What was answered that the form asked when it was opened, and asks no longer: it would be left out. */
function noLongerAskedIn(actor: Actor, { instruments }: SchoolPage, form: EnrollmentForm, sent: FormData) {
  const isAnswered = (key: string) =>
    [...sent].some(([name, value]) => value && (name === key || name === `${key}.street`))
  const asked = new Set(listQuestions(actor, form, instruments).map(({ key }) => key))
  const own = new Map(listAskable(actor).map(({ id, name }) => [id, name]))
  const ownAnswered = [...new Set(sent.keys())].flatMap((name) => {
    const id = /^custom\.([^.[]+)/.exec(name)?.[1]
    return id && isAnswered(name) ? [id] : []
  })
  const offersClass = form.purpose === "any" || isForClass(form.purpose, form.spot !== null)
  return [
    ...(!form.trial && isAnswered("time") ? (["time"] as const) : []),
    ...(!offersClass && isAnswered("classId") ? (["class"] as const) : []),
    ...askKeys.filter((key) => !asked.has(key) && isAnswered(key)),
    ...ownAnswered.flatMap((id) => (asked.has(customKey(id)) ? [] : [{ name: own.get(id) ?? null }])),
  ]
}

/** What the page of a link that confirms sends: a time with the price it named in minor units ("none" where it named none), or that no time is wanted. */
export const ConfirmForm = z.object({
  price: z.string().max(20).optional(),
  time: z.string().max(120).optional(),
  withoutTime: z.string().max(3).optional(),
})

/** By the address first: one that has sent too much uses up nothing of others. */
async function waitFor(request: Request, schoolId: string, email: string): Promise<number> {
  return (
    (await countTry("inquiry-address", countedAddress(request))) ||
    (await countTry("inquiry-email", email)) ||
    (await countTry("inquiry-school", schoolId))
  )
}
