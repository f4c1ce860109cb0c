-- Up Migration

-- Which languages there are is said by src/i18n/languages.ts alone; the API checks what comes in.
alter table members drop constraint members_locale_check;
alter table messages drop constraint messages_locale_check;
alter table demo_trades drop constraint demo_trades_locale_check;
alter table reports drop constraint reports_locale_check;
alter table staff_invitations drop constraint staff_invitations_locale_check;

-- Down Migration

alter table members add constraint members_locale_check check (locale in ('tw', 'en'));
alter table messages add constraint messages_locale_check check (locale in ('tw', 'en'));
alter table demo_trades add constraint demo_trades_locale_check check (locale in ('tw', 'en'));
alter table reports add constraint reports_locale_check check (locale in ('tw', 'en'));
alter table staff_invitations add constraint staff_invitations_locale_check check (locale in ('tw', 'en'));
