import { getFormProps, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react"
import { Field, TextAreaField } from "~/components/form/field"
import { ErrorSummary, SubmitRow } from "~/components/form/post-form"
import { ConsentBoxes } from "~/components/people/consent/consent-boxes"
import { DocumentText } from "~/components/people/consent/document-text"
import { Paragraphs } from "~/components/people/school-page/form-page"
import { SchoolPageFrame } from "~/components/people/school-page/school-page-frame"
import { FailedPage } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { FactList } from "~/components/ui/fact-list"
import { clientAddress, countedAddress } from "~/http/address.server"
import { tooMany } from "~/http/answer"
import { notFound, requireOffer } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { acceptWithDeposit, findDepositToPay } from "~/models/money/deposit/deposit.server"
import { askOtherTime, declineOffer, findOffer } from "~/models/teaching/offer/answer-offer.server"
import { acceptedText, answerRefusals, depositItem, offerStates } from "~/texts/teaching/offers"
import { formatDate } from "~/utils/formats"
import { intentOf } from "~/utils/intent"
import { withoutListNames } from "~/utils/list-name"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { acceptForm, DeclineForm, OtherTimeForm } from "./answer-form.server"

// What a school offers, for whoever has the link of its letter: to accept, to decline, or to ask for another time. No login.

/** Opening the link accepts nothing, because mail programs open links too. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor, link } = requireOffer(params.offerKey)
  const { name: schoolName, logoId } = actor.school
  const offer = findOffer(actor, link) ?? null
  const asked = new URL(request.url).searchParams.get("document")
  const document = asked === null ? null : offer?.documents.find(({ id }) => id === asked)
  if (document === undefined) throw notFound()
  const isGone = offer === null || offer.state === "expired" || offer.state === "withdrawn"
  const toPay = offer && findDepositToPay(actor, link)
  const deposit = toPay && {
    amount: formatMoney(toPay.openMinor, actor.school.currency),
    to: toPay.secret ? paths.payInvoice(toPay.secret) : null,
  }
  const shown = {
    offer: offer && { ...offer, documents: offer.documents.map(({ body: _, ...each }) => each) },
    document: document && { title: document.title, body: document.body },
    ...{ deposit: deposit ?? null, offerKey: params.offerKey ?? "", schoolName, logoId },
  }
  return data(shown, { status: isGone ? 410 : 200 })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor, link } = requireOffer(params.offerKey)
  const here = paths.offer(params.offerKey ?? "")
  const wait = Math.max(
    await countTry("offer-link", link.id),
    await countTry("offer-link-address", countedAddress(request)),
  )
  const sent = withoutListNames(await request.formData())
  if (wait > 0)
    return invalid(readForm(sent, { schema: DeclineForm }), { form: tooManyTries(wait) }, tooMany(wait))
  const offer = findOffer(actor, link)
  // The page says that it no longer works.
  if (!offer) return redirect(here, 303)
  // The office gets an email with each; the same words again are none.
  const wish = intentOf(sent) === "ask" ? String(sent.get("wish") ?? "").trim() : ""
  const wishes = wish && wish !== offer.wish ? await countTry("offer-wish", link.subjectId) : 0
  if (wishes > 0)
    return invalid(readForm(sent, { schema: OtherTimeForm }), { wish: tooManyTries(wishes) }, tooMany(wishes))
  const refusals = answerRefusals(actor.school.name)
  const shared = { refusals, status: 409 } as const
  const secretToPay = () => findDepositToPay(actor, link)?.secret
  return intents(sent, here, {
    accept: intent({
      ...shared,
      schema: acceptForm(offer.documents),
      run: (form) =>
        acceptWithDeposit(actor, link, {
          ...{ ...form, address: clientAddress(request), item: depositItem(offer.studentName) },
        }),
      // The page of an invoice says nothing of the offer; the offer's own does.
      saved: () => (secretToPay() ? acceptedText : undefined),
      to: () => {
        const secret = secretToPay()
        return secret ? paths.payInvoice(secret) : here
      },
    }),
    decline: intent({ ...shared, schema: DeclineForm, run: () => declineOffer(actor, link) }),
    ask: intent({
      ...shared,
      schema: OtherTimeForm,
      run: ({ wish }) => askOtherTime(actor, link, wish),
      field: "wish",
    }),
  })
}

/** The address holds a secret: it isn't passed on to other sites, cached or listed. */
export const headers: HeadersFunction = () => ({
  "Referrer-Policy": "same-origin",
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
})

export const shouldRevalidate = alsoWhenRefused

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found ? `An offer from ${found.schoolName}` : "Not found · Tutti" },
  { name: "robots", content: "noindex" },
]

type Offer = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["offer"]>

export default function OfferPage() {
  const { offer, document, deposit, offerKey, schoolName, logoId } = useLoaderData<typeof loader>()
  const state = offer?.state === "replaced" ? "withdrawn" : (offer?.state ?? "gone")
  const isTaken = state === "accepted"
  const { title, text } = offerStates(schoolName)[state]
  if (document)
    return (
      <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
        <h1>{document.title}</h1>
        <DocumentText body={document.body} />
        <p>
          <a href={paths.offer(offerKey)}>Back to the offer</a>
        </p>
      </SchoolPageFrame>
    )
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      {offer && state === "open" ? (
        <OpenOffer offer={offer} schoolName={schoolName} offerKey={offerKey} />
      ) : (
        <>
          <h1>{title}</h1>
          <p>{text}</p>
          {deposit && isTaken ? <DepositPart deposit={deposit} /> : null}
          {offer && isTaken ? <FactList facts={factsOf(offer)} /> : null}
          {offer && !isTaken ? <OtherTime offer={offer} schoolName={schoolName} /> : null}
        </>
      )}
    </SchoolPageFrame>
  )
}

const factsOf = (offer: Offer) =>
  (
    [
      ["Student", offer.studentName],
      ["Class", offer.className],
      ["Times", offer.times],
      ["Teacher", offer.teacherName],
      ["Room", offer.roomName],
      ["First day", formatDate(offer.startsOn, "full")],
      ["Last day", offer.endsOn && formatDate(offer.endsOn, "full")],
      ["Price", offer.price],
      ["Deposit", offer.deposit],
    ] as const
  ).filter(([, value]) => value)

/** The way to the page that pays any invoice. */
const DepositPart = ({ deposit: { amount, to } }: { deposit: { amount: string; to: string | null } }) =>
  to ? (
    <p>
      <a className="button primary" href={to}>
        Pay deposit of {amount}
      </a>
    </p>
  ) : (
    <p>The deposit is {amount}. The email with its invoice says how to pay.</p>
  )

type PartProps = { offer: Offer; schoolName: string }

function OpenOffer({ offer, schoolName, offerKey }: PartProps & { offerKey: string }) {
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<{ seen: string; name: string; consents: string[] }>({
    id: "accept",
    lastResult: answer?.result?.initialValue?.intent === "accept" ? answer.result : undefined,
  })
  const [no] = useForm({
    id: "decline",
    lastResult: answer?.result?.initialValue?.intent === "decline" ? answer.result : undefined,
  })
  return (
    <>
      <ErrorSummary form={form} />
      <ErrorSummary form={no} />
      <h1>
        {offer.className
          ? `A spot in ${offer.className} for ${offer.studentName}`
          : `A weekly lesson for ${offer.studentName}`}
      </h1>
      <p>
        {schoolName} is holding it for you until {offer.until}.
      </p>
      <FactList facts={factsOf(offer)} />
      {offer.deposit ? <p>You get an invoice for the deposit once you accept.</p> : null}
      {offer.terms ? <Paragraphs text={offer.terms} /> : null}
      <Form method="post" className="form" {...getFormProps(form)}>
        <input type="hidden" name="seen" value={offer.seen} />
        {offer.documents.length > 0 ? (
          <>
            <ConsentBoxes
              meta={fields.consents}
              documents={offer.documents}
              hrefOf={(document) => paths.offer(offerKey, { document })}
            />
            <Field meta={fields.name} label="Your name" autoComplete="name" maxLength={120} />
          </>
        ) : null}
        <SubmitRow label="Accept offer" intent="accept" pending="Accepting…" />
      </Form>
      <OtherTime offer={offer} schoolName={schoolName} />
      <Form method="post" {...getFormProps(no)}>
        <SubmitRow label="Decline offer" intent="decline" variant="secondary" pending="Declining…" />
      </Form>
    </>
  )
}

/** The words go to the office; an offer that stands is held all the same. */
function OtherTime({ offer, schoolName }: PartProps) {
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<{ wish: string }>({
    id: "ask",
    lastResult: answer?.result?.initialValue?.intent === "ask" ? answer.result : undefined,
  })
  return (
    <Form method="post" className="form" {...getFormProps(form)}>
      <h2>Another time</h2>
      {offer.wish ? (
        <p>
          {schoolName} has your words: <span className="whitespace-pre-line">“{offer.wish}”</span>
        </p>
      ) : null}
      <ErrorSummary form={form} />
      <TextAreaField meta={fields.wish} label="Days and times that suit you" rows={3} maxLength={500} />
      <SubmitRow label="Ask for another time" intent="ask" variant="secondary" pending="Sending…" />
    </Form>
  )
}

/** A link that was cut on its way, or is none of ours. Nothing is said of what it was for. */
export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <SchoolPageFrame schoolName="Tutti" logoId={null}>
      {isRouteErrorResponse(error) && error.status === 404 ? (
        <>
          <h1>This link doesn’t open an offer</h1>
          <p>
            If you copied it from an email, make sure it’s complete. Otherwise ask your school for a new one.
          </p>
        </>
      ) : (
        <FailedPage />
      )}
    </SchoolPageFrame>
  )
}
