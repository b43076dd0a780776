// Failures of the system in words: what it could not do with a path, and what to do about it.

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder; check the path',
  EACCES: 'no permission; choose another place, or a user who may',
  EPERM: 'no permission; choose another place, or a user who may',
  EROFS: 'the file system is read-only; choose another place',
  EISDIR: 'it is a folder; name a file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'it exists already',
  ELOOP: 'its links go round in a circle',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open; raise the limit (`ulimit -n`)',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/** An error of a system call, perhaps on a path. */
type SystemError = Error & { readonly path?: string | undefined }

/** Why a system call failed, as a part of a sentence; the error's own words where there are none. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? error.message
}

/** The sentence about a failed system call, with its path where it has one. */
export function systemSentence(error: SystemError): string {
  const reason = systemReason(error)
  return error.path === undefined || reason === error.message ? reason : `\`${error.path}\`: ${reason}`
}
