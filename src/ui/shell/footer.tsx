import { m } from '#i18n/generated/messages.js'
import { useRouter } from '@tanstack/react-router'
import { CentreContact, hasContact } from '#ui/centre/centre-contact.tsx'
import style from './footer.module.css'
import { NavLink } from '#ui/kit/nav-link.tsx'
import { useCentre, useCentreName } from '#ui/session/viewer.ts'

const links: { to: string; label: () => string }[] = [
  { to: '/news', label: m.sitemap_page_news },
  { to: '/documents', label: m.sitemap_page_documents },
  { to: '/highlights', label: m.footer_highlights },
  { to: '/refund', label: m.sitemap_page_refund },
  { to: '/repair', label: m.sitemap_page_repair },
  { to: '/water', label: m.sitemap_page_water },
  { to: '/privacy', label: m.privacy_title },
  { to: '/terms', label: m.terms_title },
  { to: '/site-map', label: m.footer_site_map },
]

/** Links to pages that are not in the menus. */
function FooterLinks() {
  const known: object = useRouter().routesByPath
  return (
    <nav aria-label={m.footer_links()}>
      <ul className={style.links}>
        {links
          .filter(({ to }) => to in known)
          .map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to}>{label()}</NavLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}

export function Footer() {
  const centre = useCentre()
  return (
    <footer className={style.footer} data-around>
      <div className={style.inside}>
        <div>
          <p className={style.name}>{useCentreName()}</p>
          {centre?.footer ? (
            // Markdown that the server has rendered: HTML in it stays text.
            <div className={style.text} dangerouslySetInnerHTML={{ __html: centre.footer }} />
          ) : (
            <p className="note">{m.footer_tagline()}</p>
          )}
          <p className="note">{m.footer_zone()}</p>
        </div>
        {centre && hasContact(centre) && <CentreContact centre={centre} />}
        <FooterLinks />
      </div>
    </footer>
  )
}
