import { m } from '#i18n/generated/messages.js'
import { failureOf, type Failure } from '#client/page-failure.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import style from './error-pages.module.css'
import { titleFor } from './failure-title.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { useHomePath } from './nav-items.ts'

type Words = { title: string; description: string }

export const NotFoundView = () => <Missing />

/** 404 page. The ball in the drawing lands outside the line. */
function Missing({ message, description }: Partial<Pick<Failure, 'message' | 'description'>>) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const viewer = useViewer()
  return (
    <ErrorPage
      status={404}
      call={m.error_page_out()}
      title={message ?? titleFor(404)}
      description={description ?? (message ? '' : m.error_page_404_description())}
      detail={[!message && `Page Not Found: ${path}`]}
      ball={<Ball x={1392} y={250} from="M 300 420 Q 900 -60 1385 244" />}
    >
      {!message && !isLoggedIn(viewer) && <LogInAndReturn />}
    </ErrorPage>
  )
}

/** For a visitor any missing page may be one that a login shows. The same for every path, so that it tells nothing about them. */
function LogInAndReturn() {
  const here = useRouterState({ select: ({ location: { pathname, searchStr } }) => pathname + searchStr })
  return (
    <ButtonLink to="/login" search={{ redirect: here }}>
      {m.nav_login()}
    </ButtonLink>
  )
}

/** Page for every other error. The ball in the drawing is caught in the net. */
export function ErrorView({ error, reset }: { error: unknown; reset?: () => void }) {
  const router = useRouter()
  const { status, message, description, requestId } = failureOf(error)
  if (status === 404) return <Missing message={message} description={description} />
  const again = () => {
    reset?.()
    void router.invalidate()
  }
  return (
    <ErrorPage
      status={status}
      call={m.error_page_net()}
      title={message ?? titleFor(status)}
      description={description ?? (message ? '' : descriptionFor(status))}
      detail={[!message && !ownWords[status] && 'Internal Server Error', requestId && m.error_page_request({ id: requestId })]}
      ball={<Ball x={640} y={330} from="M 160 470 Q 420 120 632 322" />}
    >
      {status === 401 ? <ButtonLink to="/login">{m.nav_login()}</ButtonLink> : <Button onClick={again}>{m.error_page_retry()}</Button>}
    </ErrorPage>
  )
}

function descriptionFor(status: number): string {
  return ownWords[status]?.() ?? (status === 503 ? m.error_page_503_description() : status < 500 ? '' : m.error_page_500_description())
}

/** Refusals that have words of their own instead of “Internal Server Error”. */
const ownWords: Record<number, () => string> = {
  401: m.error_page_401_description,
  403: m.error_page_403_description,
  410: m.error_page_410_description,
  429: m.error_page_429_description,
}

type Props = Words & { status: number; call: string; detail: (string | false | undefined)[]; ball: ReactNode; children?: ReactNode }

function ErrorPage({ status, call, title, description, detail, ball, children }: Props) {
  return (
    <section className={style.page}>
      <meta name="robots" content="noindex" />
      <div className={style.court}>
        <CourtDrawing sport="badminton">{ball}</CourtDrawing>
      </div>
      <p className={style.status}>
        <span>{status}</span> {call}
      </p>
      <h1 className={style.title}>{title}</h1>
      {description && <p className={style.description}>{description}</p>}
      {detail.filter(Boolean).map((line) => (
        <p key={String(line)} className={style.detail}>
          {line}
        </p>
      ))}
      <div className={style.actions}>
        {children}
        <ButtonLink to={useHomePath() as '/'} look={children ? 'secondary' : 'primary'}>
          {m.error_page_home()}
        </ButtonLink>
      </div>
    </section>
  )
}

function Ball({ x, y, from }: { x: number; y: number; from: string }) {
  return (
    <g>
      <path className={style.flight} d={from} />
      <circle className={style.landing} cx={x} cy={y} r={42} />
      <circle className={style.ball} cx={x} cy={y} r={20} />
    </g>
  )
}
