import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ReportAnswer } from '#modules/feedback/wire.ts'
import { FileList } from '#ui/files/file-list.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import style from './report-card.module.css'
import { placeOf, stateTone, stateWord, titleOf } from './report-words.ts'

const moment = (text: string) => formatMoment(new Date(text), getLocale())

/** Summary of a report in one line: what, where, state. */
export function ReportLine({ report }: { report: ReportAnswer }) {
  return (
    <span className={style.line}>
      <span className={style.words}>
        <b dir="auto">{titleOf(report)}</b>
        <span className={style.where}>
          {report.ticketNo} · {placeOf(report)}
        </span>
      </span>
      <Chip tone={stateTone[report.state]}>{stateWord[report.state]()}</Chip>
    </span>
  )
}

/** A report and its history. `own`: the viewer is its author and may see the photos. */
export function ReportDetails({ report, own }: { report: ReportAnswer; own: boolean }) {
  return (
    <div className={style.details}>
      <p className={style.text} dir="auto">
        {report.description}
      </p>
      {report.photos.length > 0 &&
        (own ? (
          <FileList title={m.feedback_photos()} files={report.photos} />
        ) : (
          <p className={style.quiet}>{m.feedback_photo_count({ count: report.photos.length })}</p>
        ))}
      <ol className={style.steps} aria-label={m.feedback_steps()}>
        {report.steps.map((step) => (
          <li key={`${step.at} ${step.state} ${step.text}`} data-state={step.state ?? undefined}>
            <b>{step.state ? stateWord[step.state]() : m.feedback_from_staff()}</b>
            <time dateTime={step.at}>{moment(step.at)}</time>
            {step.text !== '' && <p dir="auto">{step.text}</p>}
          </li>
        ))}
      </ol>
    </div>
  )
}
