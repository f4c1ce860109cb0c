import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = globSync('src/{ui,routes}/**/*.tsx').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const forms = files.flatMap(({ path, text }) =>
  text
    .split(/<form(?=[\s>])/)
    .slice(1)
    .map((part) => ({ path, form: part.split('</form>')[0]!, text })),
)

/** Shows an error, each with a role by which refused-forms.ts knows it. */
const shows = /<FormProblem|<ErrorSummary|role="alert"|<SaveLine/
/** Filters: whatever is typed, they lead to an address. */
const isFilter = /role="search"|method="get"/
/** Forms that need none of this, or have it in a component of their own, and why. */
const others: Record<string, string> = {
  'src/ui/accounts/demo-logins.tsx': 'buttons with accounts of the demo, nothing is typed',
  'src/ui/my-orders/offers.tsx': 'around one button: its message stands beside it',
  'src/ui/preorders/create-form.tsx': 'its sections about purpose and documents end with it',
  'src/ui/staff/board/board-picker.tsx': 'leads to a day',
  'src/ui/staff/board/move-form.tsx': 'says what is in the way while the target is chosen',
  'src/ui/staff/catalogue/new-facility.tsx': 'errors stand at the fields',
  'src/ui/staff/content/picture-sheet.tsx': 'errors stand at the fields',
  'src/ui/staff/counter/sale-panel.tsx': 'its message leads to the receipt of a sale that was made',
  'src/ui/staff/proofs/review-form.tsx': 'errors stand at the fields',
}

it('every form shows its refusal where its first error is looked for', () => {
  expect(forms.length).toBeGreaterThan(90)
  const without = forms.filter(({ path, form }) => !shows.test(form) && !isFilter.test(form) && !(path in others))
  expect(without.map(({ path }) => path)).toEqual([])
  const isForm = new Set(forms.map(({ path }) => path))
  expect(Object.keys(others).filter((path) => !isForm.has(path))).toEqual([])
})

it('a screen that is edited without a form element says which button sends it', () => {
  /** Parts of forms, and a file that is chosen. */
  const parts = new Set(['src/ui/kit/form-problem.tsx', 'src/ui/accounts/setting-form.tsx', 'src/ui/staff/files/files-screen.tsx'])
  const without = files.filter(
    ({ path, text }) => /<FormProblem|<FieldErrorsProvider/.test(text) && !/<form[\s>]|<SaveBar|data-sends/.test(text) && !parts.has(path),
  )
  expect(without.map(({ path }) => path)).toEqual([])
})
