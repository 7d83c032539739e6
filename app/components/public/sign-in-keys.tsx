import { paths } from "~/utils/paths"

/** The header's keys: the ways in for a visitor, or the way back for someone signed in (`dashboardTo`). */
export function SignInKeys({ dashboardTo }: { dashboardTo?: string }) {
  if (dashboardTo) {
    return (
      <a className="btn" href={dashboardTo}>
        Dashboard
      </a>
    )
  }
  return (
    <>
      <a className="btn plain" href={paths.login()}>
        Log in
      </a>
      <a className="btn hm" href={paths.registerSoloTeacher()}>
        Solo Teacher
      </a>
      <a className="btn hm" href={paths.registerSchool()}>
        Music School
      </a>
      <a className="btn sm" href={paths.registerSchool()}>
        Sign up
      </a>
    </>
  )
}
