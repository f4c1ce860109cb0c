import { hash } from 'node:crypto'
import { relative } from 'node:path'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { messages } from './scripts/messages-plugin.ts'
import { verifier } from './scripts/verifier.ts'
import { notForPages } from './scripts/walls/kinds.ts'

/** Files of the console, and its messages. */
const ofStaff =
  /\/src\/(ui\/staff\/|navigation\/staff-screens|i18n\/generated\/messages\/(staff|catalogue|audit|messages|holidays|identities)_)/
/** Parts of forms, and what only forms say. */
const forms =
  /\/src\/(ui\/kit\/(field|form-problem|use-submit|error-summary|draft)|i18n\/generated\/messages\/(field_(required|email|optional|show_secret)|form_(wait|try_again_now)))\./
/** Rules of uploads, and sizes in words: for pages with files. */
const files = /\/src\/(modules\/files\/rules|i18n\/file-size)\./

/** Queries of members' orders: many pages use them, but a visitor's first page does not. */
const ofOrders = /\/src\/ui\/orders\/order-queries\./

const ofFramework = /node_modules\/(@tanstack|zustand|use-sync-external-store)\//
/** Parts of the framework that only some pages use. */
const ofFewPages = /\/useBlocker\.js/
/** What the shell and nearly every page use, and forms too: it must not be in the first script, which imports them. */
const ofShell =
  /\/src\/(lib\/own-value|ui\/kit\/(icon-button|lazy-with-retry)|ui\/session\/(session|router-context|kept-page)|client\/page-failure|routes\/-search|modules\/accounts\/cookie-rules|i18n\/generated\/messages\/(error_request_failed|nav_bookings))\b/

/** Styles of pages that a member has and a visitor does not; those of the login are no part of them. */
const ofMembers =
  /\/src\/ui\/((lockers|refunds|violations|my-orders|tickets)\/.+|accounts\/(member|setting|consent|register|mobile|new-secret|validation|outcome).*)\.css/

export default defineConfig(({ command }) => ({
  plugins: [
    messages(),
    tanstackStart({
      // src/server.ts is the process; the page renderer is a bundle that it loads.
      server: { entry: 'pages/server-entry' },
      client: { entry: 'pages/client-entry' },
      router: {
        entry: 'pages/router',
        routesDirectory: 'routes',
        generatedRouteTree: 'pages/route-tree.gen.ts',
        tmpDir: 'node_modules/.cache/tanstack',
        routeFileIgnorePattern: '\\.test\\.tsx?$',
        semicolons: false,
        quoteStyle: 'single',
        // What a page loads by comes with the page, not with every page.
        codeSplittingOptions: { defaultBehavior: [['component', 'loader'], ['errorComponent'], ['notFoundComponent']] },
      },
      importProtection: {
        behavior: 'error',
        client: {
          specifiers: [
            '@tanstack/react-start/server',
            /^node:/,
            'pg',
            'kysely',
            'pino',
            'hono',
            '@hono/node-server',
            '@hono/zod-openapi',
            'sharp',
            'nodemailer',
            'pg-boss',
          ],
          files: [notForPages],
        },
        server: { files: [notForPages] },
      },
    }),
    react(),
    verifier(),
  ],
  publicDir: 'public',
  // React has the hook itself since version 18; the shim is for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  // The ending is the same for all classes of a file: pages, styles and scripts compress better.
  css: {
    modules: {
      generateScopedName: (name, file) => `${name}-${hash('md5', relative(import.meta.dirname, file.split('?')[0]!)).slice(0, 5)}`,
    },
  },
  build: {
    // A rendered page names the files that it needs. For pages entered later, every page would carry the list of all files.
    modulePreload: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The first script names the files of every route: short names make it lighter.
            chunkFileNames: 'assets/[hash:7].js',
            assetFileNames: 'assets/[hash:5][extname]',
            codeSplitting: {
              groups: [
                // Files that change only with their packages, and weigh less than their parts; two, because a phone takes in a file in one go.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/, priority: 1 },
                { name: 'framework', test: (id) => ofFramework.test(id) && !ofFewPages.test(id), priority: 1 },
                // What many pages use is one file instead of twenty that each take a phone a round trip.
                {
                  name: 'shared',
                  test: (id) => /\/src\//.test(id) && ![forms, files, ofStaff, ofOrders].some((kind) => kind.test(id)),
                  minShareCount: 17,
                  priority: 0.5,
                },
                { name: 'shell', test: ofShell, priority: 0.4 },
                // One file of styles for the console: the first script names the styles of every route.
                { name: 'staff-styles', test: /\/src\/ui\/(staff\/.+|centre\/(centre-fields|text-editor))\.css/, priority: 2 },
                // One for the season's pages, for reports and ratings, and for what else members have, for the same reason.
                { name: 'season-styles', test: /\/src\/ui\/preorders\/(?!round-frame).+\.css/, priority: 2 },
                { name: 'feedback-styles', test: /\/src\/ui\/feedback\/.+\.css/, priority: 2 },
                { name: 'member-styles', test: ofMembers, priority: 2 },
                // Most pages have a form, but not the one that is looked at most: a facility with its times.
                { name: 'forms', test: forms },
                { name: 'files', test: files },
              ],
            },
          },
        },
      },
    },
  },
  // The built renderer carries all that it needs; in development Node loads packages by itself.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
}))
