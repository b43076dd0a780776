// The screenshot of a record. Its name is the SHA-256 of its bytes, which only records say.
import { AppError } from '../../error/index.ts'
import { verbatim } from '../input/index.ts'
import { download } from '../operation.ts'

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/** The picture that a record names in `screenshot`. */
export const screenshot = download({
  name: 'screenshot',
  group: 'search',
  access: 'account',
  scope: 'search',
  summary: 'The screenshot of a record, as PNG or JPEG',
  description:
    'Costs no coins. 404 where the picture is not kept: it was removed with its records, or another machine imported it.',
  http: 'GET /api/v1/screenshot/:sha256',
  page: 'GET screenshot/:sha256',
  input: { sha256: verbatim('The value of `screenshot`.', 64) },
  download: async ({ services }, { sha256 }) => {
    const found = await services.screenshots.read(sha256)
    if (found === undefined) throw new AppError('route', '404 Not Found: no screenshot of this name is kept')
    return {
      kind: 'pieces',
      type: found.type,
      pieces: [found.bytes],
      headers: {
        // Pictures of strangers: a browser that opens one alone runs nothing and loads nothing.
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': 'private, max-age=300',
        'Content-Disposition': `inline; filename="${sha256}.${EXTENSIONS[found.type]}"`,
      },
    }
  },
})
