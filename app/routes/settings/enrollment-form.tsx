import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CheckBoxes } from "~/components/form/check-boxes"
import { CheckField, Field, SegmentedField, SelectField, TextAreaField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { ErrorSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { AskedFields } from "~/components/people/school-page/asked-fields"
import { SiteCode } from "~/components/people/school-page/site-code"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { Button, Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { CopyField } from "~/components/ui/copy-field"
import { FilterForm, FilterInput } from "~/components/ui/filter-form"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, intent, intents, titles } from "~/http/intents.server"
import type { Actor } from "~/models/foundation/access/actor"
import { saveFormWithDeposit } from "~/models/money/deposit/deposit.server"
import { listPayees } from "~/models/money/payment-provider/payment-provider.server"
import { listAtEnrollment } from "~/models/people/consent/documents.server"
import { formAudiences, formPurposes, spotPurposes } from "~/models/people/enrollment-form/enrollment-form"
import {
  copyForm,
  findForm,
  listAsked,
  setFormArchived,
  showOnPage,
} from "~/models/people/enrollment-form/enrollment-form.server"
import { cleanCampaign } from "~/models/people/inquiry/inquiry"
import { findSchoolPage } from "~/models/people/school-page/school-page.server"
import { mostAmong } from "~/models/teaching/free-time/find-times"
import { daysAtOnce } from "~/models/teaching/offer/offer"
import { findTrialPrice } from "~/models/teaching/price/price.server"
import { listTeachersWithHours } from "~/models/teaching/trial-lesson/book-trial.server"
import { formAudienceLabels, formPurposeLabels } from "~/texts/people/enrollment-form"
import { formRefusals } from "~/texts/people/refusals"
import { makeOfferRefusals } from "~/texts/teaching/offers"
import { env } from "~/utils/env.server"
import { plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { enrollmentFormForm } from "./enrollment-form-forms.server"

// One form of the public page: what it is for, what it asks, and how it gets onto the school's own site.

function formOf(actor: Actor, formId: string | undefined) {
  const form = orNotFound(findForm(actor, formId ?? ""))
  return form
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const form = formOf(actor, params.formId)
  const page = findSchoolPage(actor)
  return {
    form,
    asked: listAsked(actor, form),
    documents: listAtEnrollment(actor).map(({ id, title }) => ({ value: id, label: title })),
    origin: env().APP_URL,
    campaign: cleanCampaign(new URL(request.url).searchParams.get("campaign")) ?? "",
    schoolName: actor.school.name,
    teachers: listTeachersWithHours(actor),
    chargesTrials: findTrialPrice(actor) === "class",
    canPay: listPayees(actor).length > 0,
    deposit: form.spot?.depositMinor ? plainAmount(form.spot.depositMinor) : "",
    trialPrice: form.trial?.priceMinor == null ? "" : plainAmount(form.trial.priceMinor),
    page: page ? { address: page.address, isOpen: page.isOpen } : null,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const form = formOf(actor, params.formId)
  const { id, name } = form
  const { "path-taken": pathTaken, "trial-on-page": trialOnPage } = formRefusals
  const { "on-page": onPage, "is-archived": isArchived, "too-many": tooMany } = formRefusals
  return intents(request, paths.enrollmentForm(id), {
    archive: act({
      run: () => setFormArchived(actor, id, true),
      refusals: titles({ "on-page": onPage }),
      saved: {
        title: `${name} archived.`,
        undo: { to: paths.enrollmentForm(id), fields: { intent: "restore" } },
      },
    }),
    restore: act({
      run: () => setFormArchived(actor, id, false),
      refusals: titles({ "on-page": onPage }),
      saved: `${name} restored.`,
    }),
    main: act({
      run: () => showOnPage(actor, id),
      refusals: titles({ "is-archived": isArchived, "trial-on-page": trialOnPage }),
      saved: `${name} is on the page itself now.`,
    }),
    copy: act({
      run: () => copyForm(actor, id),
      refusals: titles({ "too-many": tooMany }),
      saved: ({ name: copied }) => `${copied} added.`,
      to: ({ id: copyId }) => paths.enrollmentForm(copyId),
    }),
    else: intent({
      schema: enrollmentFormForm(
        listAsked(actor, form).map(({ key }) => key),
        { documents: listAtEnrollment(actor), teachers: listTeachersWithHours(actor) },
      ),
      run: (changed) => saveFormWithDeposit(actor, id, changed),
      refusals: { "path-taken": pathTaken, "trial-on-page": trialOnPage, "no-way-to-pay": noWayToPay },
      field: { "path-taken": "path", "trial-on-page": "purpose", "no-way-to-pay": "deposit" },
      status: 409,
      saved: (_, { name: saved }) => `${saved} saved.`,
    }),
  })
}

export const handle: FramedPage<typeof loader> = {
  title: "Form",
  column: "stack narrow",
  head: ({ form }) => ({
    title: form.name,
    back: { to: paths.enrollmentForms(), label: "Forms on the public page" },
  }),
}

export const meta = pageTitle<typeof loader>((data) => `Form: ${data.form.name}`)

const noWayToPay = makeOfferRefusals["no-way-to-pay"].deposit

type Fields = Record<keyof typeof noTrial | "offersSpot" | "deposit", string> & {
  trialTeachers: string[]
} & Record<"path" | "name" | "intro" | "purpose" | "forWhom" | "isListed", string> & {
    consents: string[]
    ask: Record<string, string>
    order: Record<string, string>
  }

/** What a form for trial lessons begins with. */
const noTrial = {
  ...{ booksTrials: "", trialMinutes: "30", trialNoticeHours: "24", trialDaysAhead: "21", trialPrice: "" },
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** The form as it opens. */
function startOf({ form: shown, asked, documents, trialPrice, deposit }: Loaded) {
  const { trial, spot } = shown
  return {
    ...{ path: shown.path, name: shown.name, intro: shown.intro ?? "" },
    ...{ purpose: shown.purpose, forWhom: shown.forWhom, isListed: shown.isListed ? "on" : "" },
    ...(trial
      ? {
          ...{ booksTrials: "on", trialMinutes: String(trial.minutes), trialPrice },
          trialNoticeHours: String(trial.noticeHours),
          trialDaysAhead: String(trial.daysAhead),
        }
      : noTrial),
    trialTeachers: trial?.teacherIds ?? [],
    ...{ offersSpot: spot ? "on" : "", deposit },
    consents: documents.flatMap(({ value }) => (shown.leftOut.includes(value) ? [] : [value])),
    ask: Object.fromEntries(asked.map(({ key, ask }) => [key, ask])),
    order: Object.fromEntries(asked.map(({ key }, index) => [key, String(Math.min(99, index + 1))])),
  }
}

export default function EnrollmentFormPage() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <FormLinks {...loaded} />
      <FormPart loaded={loaded} />
      <FormActs {...loaded.form} />
    </>
  )
}

/** Where the form is, and how it gets onto the school's own site. */
function FormLinks({
  form: shown,
  page,
  origin,
  schoolName,
  campaign,
}: Pick<Loaded, "form" | "page" | "origin" | "schoolName" | "campaign">) {
  if (shown.isArchived)
    return (
      <CalloutText>
        This form is archived, and its page says that it’s closed. Its requests stay under Inquiries.
      </CalloutText>
    )
  if (!page) return null
  const { address: pageKey } = page
  const linkFor = (asked: { campaign?: string }) =>
    shown.isMain ? paths.schoolPage(pageKey, asked) : paths.schoolForm(pageKey, shown.path, asked)
  const address = linkFor({})
  return (
    <>
      <p>
        <a className="button" href={address} target="_blank" rel="noopener">
          {page.isOpen ? "View form" : "Preview form"}
        </a>
      </p>
      {page.isOpen ? (
        <>
          <SiteCode link={`${origin}${address}`} title={`${shown.name} · ${schoolName}`} />
          <CampaignLink campaign={campaign} link={`${origin}${linkFor({ campaign })}`} />
        </>
      ) : (
        <p className="small dim">
          Its link works once <Link to={paths.schoolPageSettings()}>your public page</Link> is open.
        </p>
      )}
    </>
  )
}

/** A link that says by what families came. Its address is made on the server. */
const CampaignLink = ({ campaign, link }: { campaign: string; link: string }) => (
  <section className="stack" aria-labelledby="campaign-title">
    <h2 id="campaign-title">Link for a campaign</h2>
    <p className="small dim">
      Put it on a flyer or in an ad. Inquiries from this link name the campaign and are counted under it.
    </p>
    <FilterForm>
      <label>
        Campaign{" "}
        <FilterInput
          type="search"
          name="campaign"
          value={campaign}
          maxLength={60}
          required
          autoComplete="off"
        />
      </label>{" "}
      <Button variant="secondary">Make link</Button>
    </FilterForm>
    {campaign ? <CopyField label={`Link for ${campaign}`} text={link} /> : null}
  </section>
)

function FormPart({ loaded }: { loaded: Loaded }) {
  const { form: shown, asked, documents, origin, page, teachers, chargesTrials, canPay } = loaded
  const [form, fields] = useForm<Fields>({
    id: "enrollment-form",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: startOf(loaded),
  })
  return (
    <>
      <ErrorSummary form={form} />
      <PostForm edits className="form" {...getFormProps(form)}>
        <Field meta={fields.name} label="Name" hint="Its heading, as families read it" maxLength={80} />
        <Field
          meta={fields.path}
          label="Address"
          hint={page ? `${origin}/s/${page.address}/…` : "Lowercase letters, numbers and hyphens"}
          maxLength={40}
          spellCheck={false}
          autoComplete="off"
        />
        <TextAreaField meta={fields.intro} label="Introduction" rows={4} maxLength={2000} optional />
        <SelectField
          meta={fields.purpose}
          label="What it’s for"
          hint="One for a class or a waiting list names the classes. Once it’s saved, one for trial lessons can offer open times, and one for a class or a camp its free spots."
          choices={formPurposes.map((value) => ({ value, label: formPurposeLabels[value] }))}
        />
        <SegmentedField
          meta={fields.forWhom}
          label="Who it’s for"
          choices={formAudiences.map((value) => ({ value, label: formAudienceLabels[value] }))}
        />
        <CheckField
          meta={fields.isListed}
          label="Name it on the public page"
          hint="Otherwise only its link leads to it."
        />
        {shown.purpose === "trial" ? (
          <TrialOfferFields metas={fields} teachers={teachers} chargesTrials={chargesTrials} />
        ) : null}
        {spotPurposes.includes(shown.purpose) ? <SpotOfferFields metas={fields} canPay={canPay} /> : null}
        <AskedFields asked={asked} asks={fields.ask.getFieldset()} orders={fields.order.getFieldset()} />
        {documents.length > 0 ? (
          <CheckBoxes
            meta={fields.consents}
            legend="Consents asked"
            hint="Required consents must be agreed to on each form that asks for them."
            choices={documents}
          />
        ) : null}
        <SubmitRow label="Save" pending="Saving…" />
      </PostForm>
    </>
  )
}

function FormActs(shown: Loaded["form"]) {
  return (
    <PostForm>
      <p className="buttons">
        <SubmitButton intent="copy" variant="secondary" pending="Copying…" label="Copy form" />
        {shown.isArchived ? (
          <SubmitButton intent="restore" variant="secondary" pending="Restoring…" label="Restore form" />
        ) : shown.isMain ? null : (
          <>
            {shown.purpose === "trial" ? null : (
              <SubmitButton
                intent="main"
                variant="secondary"
                pending="Saving…"
                label="Put on the page itself"
              />
            )}
            <SubmitButton intent="archive" variant="secondary" pending="Archiving…" label="Archive form" />
          </>
        )}
      </p>
    </PostForm>
  )
}

/** Whether visitors are offered the spot they ask for by themselves, and what they pay for it. */
const SpotOfferFields = ({
  metas,
  canPay,
}: {
  metas: Record<"offersSpot" | "deposit", FieldMeta>
  canPay: boolean
}) => (
  <>
    <CheckField
      meta={metas.offersSpot}
      label="Offer a free spot right away"
      hint={`A family that confirms its email gets an offer of the class it chose, at the class price, and can accept without waiting for you. The spot is held for ${daysAtOnce} days. If the class is full or has a waiting list, you get the request and nothing is offered.`}
    />
    <Field
      meta={metas.deposit}
      label="Deposit"
      hint={
        canPay
          ? "A family that accepts gets an invoice and can pay it right away. Leave blank to ask for none."
          : "Families can’t pay you online yet, so leave this blank."
      }
      inputMode="decimal"
      maxLength={20}
      optional
    />
  </>
)

type Names =
  | "booksTrials"
  | "trialMinutes"
  | "trialNoticeHours"
  | "trialDaysAhead"
  | "trialPrice"
  | "trialTeachers"
type TrialOfferFieldsProps = {
  metas: Record<Names, FieldMeta>
  teachers: readonly { id: string; name: string; hasHours: boolean }[]
  /** Whether the school's policies charge trial lessons. */
  chargesTrials: boolean
}

/** Whether visitors book an open time by themselves, whose, and how soon. */
function TrialOfferFields({ metas, teachers, chargesTrials }: TrialOfferFieldsProps) {
  return (
    <>
      <CheckField
        meta={metas.booksTrials}
        label="Let visitors book an open time"
        hint="Open times are within the teacher’s weekly hours, with a free room, outside closures, time off and lessons. A time is held once its visitor has confirmed their email."
      />
      <CheckBoxes
        meta={metas.trialTeachers}
        legend="Teachers whose open times are offered"
        hint={`For the instrument chosen, at most ${mostAmong}. A teacher without weekly hours has no open times.`}
        choices={teachers.map(({ id, name, hasHours }) => ({
          value: id,
          label: hasHours ? name : `${name} (no weekly hours)`,
        }))}
      />
      <div className="columns">
        <Field meta={metas.trialMinutes} label="Length in minutes" type="number" min={5} max={240} />
        <Field meta={metas.trialNoticeHours} label="Notice in hours" type="number" min={0} max={336} />
        <Field meta={metas.trialDaysAhead} label="Days ahead" type="number" min={1} max={42} />
      </div>
      {chargesTrials ? (
        <Field
          meta={metas.trialPrice}
          label="Price"
          hint="Charged with attendance, as your policies say. Leave blank to name none."
          inputMode="decimal"
          maxLength={20}
          optional
        />
      ) : (
        <p className="small dim">Your policies say that trial lessons are free, and so does the form.</p>
      )}
    </>
  )
}
