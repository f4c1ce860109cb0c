-- Up Migration

alter table sessions
  -- When a second factor was last shown in this session. Without it, a role gives no rights.
  add column proven_at timestamptz,
  -- When the secret was given again in this session: opens the settings of second factors for some minutes.
  add column secret_at timestamptz;

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members (id) on delete cascade,
  credential_id text not null unique check (length(credential_id) between 16 and 1400),
  -- COSE key (RFC 9052).
  public_key bytea not null,
  -- Signature counter: one that does not grow tells of a copied authenticator. Stays 0 where keys are synchronised.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on column passkeys.credential_id is 'The id that the authenticator gave to the key, base64url; refers to no row.';
create index passkeys_of_member on passkeys (member_id);

-- Random challenges that a passkey signs. A row is deleted by the call that uses it, so that each works once.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'prove', 'log-in')),
  -- Whom the challenge was given to: a session, or before a login the browser, by the hash of its cookie.
  session_id uuid references sessions (id) on delete cascade,
  browser_hash text,
  expires_at timestamptz not null,
  constraint passkey_challenges_bound check (
    case when purpose = 'log-in' then browser_hash is not null and session_id is null else session_id is not null and browser_hash is null end
  )
);
create index passkey_challenges_of_session on passkey_challenges (session_id);
create index passkey_challenges_over on passkey_challenges (expires_at);

-- The authenticator app of a member (TOTP, RFC 6238). Secrets are encrypted with a key derived from AUTH_SECRET.
create table authenticators (
  member_id uuid primary key references members (id) on delete cascade,
  -- Null until a first code has confirmed it.
  sealed_secret bytea,
  -- The last time step whose code was used: a code works once.
  last_step bigint,
  created_at timestamptz,
  last_used_at timestamptz,
  -- A secret that is being set up; a code from it puts it in the place of the other.
  pending_secret bytea,
  pending_until timestamptz,
  constraint authenticators_confirmed check ((sealed_secret is null) = (created_at is null)),
  constraint authenticators_pending check ((pending_secret is null) = (pending_until is null))
);

create table recovery_codes (
  member_id uuid not null references members (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (member_id, code_hash)
);

-- Down Migration

drop table recovery_codes, authenticators, passkey_challenges, passkeys;
alter table sessions drop column secret_at, drop column proven_at;
