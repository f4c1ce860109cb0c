import { create } from 'zustand'

export type Scheme = 'auto' | 'light' | 'dark'

const key = 'fieldhouse_color_scheme'
const wantsDark = () => matchMedia('(prefers-color-scheme: dark)')

/** Inline script that sets the scheme before the first paint, so that the other scheme does not flash. The same rule as `paint`. */
export const schemeScript = `try{var s=localStorage.getItem('${key}')}catch(e){}document.documentElement.dataset.scheme=s==='dark'||s==='light'?s:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'`

function remembered(): Scheme {
  try {
    const value = localStorage.getItem(key)
    return value === 'light' || value === 'dark' ? value : 'auto'
  } catch {
    return 'auto'
  }
}

const useChosen = create<{ scheme: Scheme }>(() => ({ scheme: typeof window === 'undefined' ? 'auto' : remembered() }))
export const useScheme = (): Scheme => useChosen((state) => state.scheme)

export function chooseScheme(scheme: Scheme): void {
  try {
    localStorage.setItem(key, scheme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  show(scheme)
}

function show(scheme: Scheme): void {
  useChosen.setState({ scheme })
  document.documentElement.dataset['scheme'] = scheme === 'auto' ? (wantsDark().matches ? 'dark' : 'light') : scheme
}

/** Applies changes of the system's scheme (while nothing is chosen) and of the choice in another tab. */
export function followScheme(): void {
  wantsDark().addEventListener('change', () => show(useChosen.getState().scheme))
  window.addEventListener('storage', (event) => {
    if (event.key === key) show(remembered())
  })
}
