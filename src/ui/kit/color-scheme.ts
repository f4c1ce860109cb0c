import { create } from 'zustand'

export type Scheme = 'auto' | 'light' | 'dark'

const key = 'fieldhouse_color_scheme'
const wantsDark = () => matchMedia('(prefers-color-scheme: dark)')

/** Before the first paint, so that nobody sees the other scheme flash by. The same rule as `paint`. */
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

/** Follows the system while nothing is chosen, and what is chosen in another tab. */
export function followScheme(): void {
  wantsDark().addEventListener('change', () => show(useChosen.getState().scheme))
  window.addEventListener('storage', (event) => {
    if (event.key === key) show(remembered())
  })
}
