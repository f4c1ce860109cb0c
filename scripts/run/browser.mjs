import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { nodeOf } from './install.mjs'
import { quietly, timed } from './say.mjs'

// The shell without a window first: it draws no tabs and no bars, which takes a quarter of the journeys' time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser that the journeys run in; undefined means the one that Playwright keeps. */
export function provideBrowser(root) {
  const found = findBrowser()
  if (found) return found
  if (process.getuid?.() === 0 && findOnPath('apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    timed('Installing Chromium', () => {
      const install = (name) => quietly('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-noto-cjk'], { env })
      quietly('apt-get', ['update'], { env })
      try {
        install('chromium-headless-shell')
      } catch {
        // Older systems have no package of the shell alone.
        install('chromium')
      }
    })
    return findBrowser()
  }
  timed('Installing Chromium', () =>
    quietly(nodeOf(root), ['node_modules/@playwright/test/cli.js', 'install', '--only-shell', 'chromium'], { cwd: root }),
  )
  return undefined
}

function findBrowser() {
  if (process.env.CHROME_PATH && existsSync(process.env.CHROME_PATH)) return process.env.CHROME_PATH
  return names.map(findOnPath).find(Boolean)
}

function findOnPath(name) {
  const places = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return places.map((place) => join(place, name)).find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
