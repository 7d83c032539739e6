import { paths } from "~/utils/paths"

/** The header's buttons: log in and register, or the dashboard for a logged-in person (`dashboardTo`). */
export function SignInButtons({ dashboardTo }: { dashboardTo?: string }) {
  if (dashboardTo) {
    return (
      <a className="button" href={dashboardTo}>
        Dashboard
      </a>
    )
  }
  return (
    <>
      <a className="button plain" href={paths.login()}>
        Log in
      </a>
      <a className="button wide-only" href={paths.registerSoloTeacher()}>
        Solo Teacher
      </a>
      <a className="button wide-only" href={paths.registerSchool()}>
        Music School
      </a>
      <a className="button phone-only" href={paths.registerSchool()}>
        Sign up
      </a>
    </>
  )
}
