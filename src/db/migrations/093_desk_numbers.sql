-- Up Migration

-- The counter asks whether a voucher's number was taken before.
create index payment_attempts_desk_number on payment_attempts (lower(gateway_trade_no)) where provider = 'desk';

-- Down Migration

drop index payment_attempts_desk_number;
