// Builds the documentation site into `dist/docs-site`: `npm run docs:site`. The generator is installed beside this file on first use,
// so that neither `npm start` nor the package contains it.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PAGES } from './navigation.ts'
import { IMAGES, sitePage } from './page.ts'

const here = import.meta.dirname
const root = resolve(here, '../..')
const staged = join(here, 'pages')
const output = join(root, 'dist/docs-site')

install()
stage()
execFileSync(process.execPath, [join(here, 'node_modules/vitepress/bin/vitepress.js'), 'build', here], {
  stdio: 'inherit',
})
refuseOtherHosts()
console.log(`${PAGES.size} pages in ${output}`)

/** Installs the generator where it is absent or another version than the lock file names. */
function install(): void {
  const lock = readFileSync(join(here, 'package-lock.json'), 'utf8')
  const stamp = join(here, 'node_modules/.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('installing the generator of the site (about 100 MB) …')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['ci', ...flags], { cwd: here, stdio: 'inherit' })
  writeFileSync(stamp, lock)
}

/** Writes the pages as the generator reads them. */
function stage(): void {
  rmSync(staged, { recursive: true, force: true })
  mkdirSync(join(staged, 'public'), { recursive: true })
  cpSync(join(root, IMAGES), join(staged, 'images'), { recursive: true })
  cpSync(join(root, 'web/src/icon.svg'), join(staged, 'public/icon.svg'))
  for (const page of PAGES.values()) {
    const text = sitePage(page, readFileSync(join(root, page.file), 'utf8'))
    writeFileSync(join(staged, `${page.name}.md`), text)
  }
}

/** A page that loads something from another host would tell that host who reads it. */
function refuseOtherHosts(): void {
  const loads =
    /<(?:script|img|iframe|source|link)\b[^>]*?\b(?:src|href)="(?:https?:)?\/\/[^"]*"|url\(["']?(?:https?:)?\/\//
  const files = readdirSync(output, { recursive: true, encoding: 'utf8' })
  const wrong = files
    .filter((file) => /\.(?:html|css)$/.test(file))
    .filter((file) => loads.test(readFileSync(join(output, file), 'utf8')))
  if (wrong.length > 0) throw new Error(`these pages load from other hosts: ${wrong.join(', ')}`)
}
