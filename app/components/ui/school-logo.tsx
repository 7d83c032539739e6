import { paths } from "~/utils/paths"

/** The school's logo, on light ground wherever it is; the name is empty where it stands beside it. */
export function SchoolLogo({ logoId, schoolName }: { logoId: string; schoolName: string }) {
  return <img className="school-logo" src={paths.schoolLogo(logoId)} alt={schoolName} />
}
