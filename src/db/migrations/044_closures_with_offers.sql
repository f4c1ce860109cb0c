-- Up Migration

-- A closure may hold other floor for whoever loses a booking, until they answer.
alter table closures drop constraint closures_choice_check,
  add constraint closures_choice_check check (choice in ('refund', 'offer'));
alter table closure_items drop constraint closure_items_state_check,
  add constraint closure_items_state_check check (state in ('waiting', 'offered', 'moved', 'cancelled', 'gone', 'failed', 'kept'));

-- Other floor that is held for a booking. The row's id holds the spaces in occupancy; the booking has no floor meanwhile.
create table closure_offers (
  id uuid primary key,
  closure_id uuid not null,
  item_id uuid not null,
  member_id uuid not null references members (id),
  -- How often the booking had been moved: if somebody moved it meanwhile, the offer is void.
  moves integer not null,
  court_id integer not null references courts (id),
  during tstzrange not null,
  hold_until timestamptz not null,
  -- withdrawn: the booking was cancelled or placed by somebody else.
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'lapsed', 'withdrawn')),
  created_at timestamptz not null,
  answered_at timestamptz,
  foreign key (closure_id, item_id) references closure_items (closure_id, holder_id)
);
create unique index closure_offers_one_each on closure_offers (item_id) where state = 'open';
create index closure_offers_open on closure_offers (hold_until) where state = 'open';
create index closure_offers_of_item on closure_offers (closure_id, item_id);
create index closure_offers_of_member on closure_offers (member_id);

-- Down Migration

drop table closure_offers;
update closure_items set state = 'kept' where state in ('offered', 'moved');
update closures set choice = 'refund' where choice = 'offer';
alter table closure_items drop constraint closure_items_state_check,
  add constraint closure_items_state_check check (state in ('waiting', 'cancelled', 'gone', 'failed', 'kept'));
alter table closures drop constraint closures_choice_check, add constraint closures_choice_check check (choice in ('refund'));
