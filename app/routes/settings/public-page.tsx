import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CheckBoxes, named } from "~/components/form/check-boxes"
import { CheckField, Field, TextAreaField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { SiteCode } from "~/components/people/school-page/site-code"
import { framed } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { offerSchoolPage, saveSchoolPage } from "~/models/people/school-page/school-page.server"
import { SchoolPageForm } from "~/models/people/school-page/school-page-form"
import { addressRefusals } from "~/texts/people/refusals"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"

// The school's public page: whether it is open, its address and what it shows. Its forms have pages of their own.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const { page, isSaved, ...offered } = offerSchoolPage(actor)
  const { address, isOpen, intro, prices, showsClasses, instruments } = page
  return {
    ...offered,
    isSaved,
    isOpen,
    origin: env().APP_URL,
    schoolName: actor.school.name,
    address,
    start: {
      ...{ address, intro: intro ?? "", prices: prices ?? "" },
      isOpen: isOpen ? "on" : "",
      showsClasses: showsClasses ? "on" : "",
      instruments,
      teachers: offered.teachers.filter(({ isShown }) => isShown).map(({ id }) => id),
    },
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return intents(request, paths.schoolPageSettings(), {
    else: intent({
      schema: SchoolPageForm,
      run: (form) => saveSchoolPage(actor, form),
      refusals: addressRefusals,
      field: "address",
      status: 409,
      saved: (_, { isOpen }) => (isOpen ? "Public page saved. It’s open." : "Public page saved. It’s off."),
    }),
  })
}

export const { handle, meta } = framed({
  title: "Public page",
  column: "stack narrow",
  head: () => ({
    expression: "where new families ask for lessons",
    back: { to: paths.schoolSettings(), label: "School settings" },
  }),
})

type Fields = Record<"isOpen" | "showsClasses" | "address" | "intro" | "prices", string> &
  Record<"instruments" | "teachers", string[]>

export default function PublicPage() {
  const { isSaved, isOpen, origin, schoolName, address, start, instruments, teachers } =
    useLoaderData<typeof loader>()
  const [form, fields] = useForm<Fields>({
    id: "public-page",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: start,
  })
  const link = `${origin}${paths.schoolPage(address)}`
  return (
    <>
      <ErrorSummary form={form} />
      {isSaved ? (
        <>
          <p>
            <a className="button" href={paths.schoolPage(address)} target="_blank" rel="noopener">
              {isOpen ? "View page" : "Preview page"}
            </a>{" "}
            <LinkButton to={paths.enrollmentForms()}>Set up forms</LinkButton>
          </p>
          {isOpen ? <SiteCode link={link} title={`Lessons at ${schoolName}`} /> : null}
        </>
      ) : null}
      <PostForm edits className="form" {...getFormProps(form)}>
        <CheckField
          meta={fields.isOpen}
          label="Open the page"
          hint="Anyone with the link can read it and ask for lessons."
        />
        <Field
          meta={fields.address}
          label="Address"
          hint={`${origin}/s/… Lowercase letters, numbers and hyphens. Earlier addresses lead to the new one.`}
          maxLength={40}
          spellCheck={false}
          autoComplete="off"
        />
        <TextAreaField meta={fields.intro} label="Introduction" rows={5} maxLength={2000} optional />
        <TextAreaField
          meta={fields.prices}
          label="Prices"
          hint="As you’d tell them. Leave blank to show none."
          rows={3}
          maxLength={1000}
          optional
        />
        <CheckBoxes meta={fields.instruments} legend="Instruments" choices={named(instruments)} />
        {teachers.length > 0 ? (
          <CheckBoxes
            meta={fields.teachers}
            legend="Teachers"
            hint="Shown by name, with their instruments and profile. Ask them first."
            choices={teachers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : null}
        <CheckField
          meta={fields.showsClasses}
          label="Show group classes with free spots"
          hint="By name and time, with how many spots are left. Spots for students on the waiting list aren’t counted."
        />
        <p className="small dim">
          What they’re asked is set under <Link to={paths.enrollmentForms()}>Forms</Link>. What they must
          agree to, such as your studio policy, is set under{" "}
          <Link to={paths.consentSettings()}>Consents</Link>.
        </p>
        <SubmitRow label="Save" pending="Saving…" />
      </PostForm>
    </>
  )
}
