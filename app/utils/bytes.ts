export const megabyte = 1_048_576

/** "10 MB": how large a file may be; "750 KB" below one. */
export const mostText = (bytes: number): string =>
  bytes < megabyte ? `${bytes / 1000} KB` : `${bytes / megabyte} MB`

/** "3.4 MB"; a size as people read it. */
export function bytesText(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"]
  const step = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1024 ** step
  return `${step === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[step]}`
}
