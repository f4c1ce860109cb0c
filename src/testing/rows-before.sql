-- Rows of a centre as the version before wrote them, for the test that upgrades them. Ids are md5 of a word, so that rows can name each other.

insert into members (id, account, email, email_confirmed_at, name, mobile, secret_hash, locale, role, staff_since, identity_id, created_at) values
  (md5('amy')::uuid, 'amy', 'amy@example.com', '2026-01-02 10:00+08', '林小青', '0912000001', '$argon2id$amy', 'tw', null, null, 1, '2026-01-02 10:00+08'),
  (md5('club')::uuid, 'club', 'club@example.com', '2026-01-02 10:00+08', 'Club Secretary', '0912000002', '$argon2id$club', 'en', null, null, 1, '2026-01-02 10:00+08'),
  (md5('new-club')::uuid, 'new-club', 'new-club@example.com', '2026-01-02 10:00+08', '新社團', '0912000005', '$argon2id$new', 'tw', null, null, 1, '2026-01-02 10:00+08'),
  (md5('desk')::uuid, 'desk', 'desk@example.com', '2026-01-02 10:00+08', '陳櫃台', '0912000003', '$argon2id$desk', 'tw', 'desk', '2026-01-02 10:00+08', 1, '2026-01-02 10:00+08');
insert into members (id, name, mobile, locale, identity_id, is_guest) values (md5('guest')::uuid, '現場客', '0912000004', 'tw', 1, true);
insert into communities (member_id, name, registration_no, representative, state, submitted_at) values
  (md5('club')::uuid, '清晨羽球社 "Dawn"', 'TC-0042', '王代表', 'approved', '2026-01-03 10:00+08'),
  (md5('new-club')::uuid, '夜間桌球社', 'TC-0043', '李代表', 'under-review', '2026-10-03 10:00+08');
insert into authenticators (member_id, sealed_secret, created_at) values (md5('desk')::uuid, '\x0102', '2026-01-02 10:00+08');
insert into sessions (id, member_id, device, address, created_at, last_seen_at, expires_at) values
  (md5('session')::uuid, md5('amy')::uuid, 'Firefox', '203.0.113.9', '2026-11-01 10:00+08', '2026-11-02 10:00+08', '2026-12-01 10:00+08'),
  (md5('club-session')::uuid, md5('club')::uuid, 'Safari', '203.0.113.10', '2026-11-01 10:00+08', '2026-11-02 10:00+08', '2026-12-01 10:00+08'),
  (md5('new-club-session')::uuid, md5('new-club')::uuid, 'Edge', '203.0.113.11', '2026-11-01 10:00+08', '2026-11-02 10:00+08', '2026-12-01 10:00+08');
insert into staff_invitations (id, purpose, key_hash, email, role, locale, created_at, expires_at) values
  (md5('invitation')::uuid, 'join', 'key', 'new@example.com', 'finance', 'en', '2026-11-01 10:00+08', '2026-11-08 10:00+08');
insert into files (id, owner_id, purpose, name, type, size, sha256) values
  (md5('photo')::uuid, md5('desk')::uuid, 'photo', '開幕.jpg', 'image/jpeg', 1234, 'abc'),
  (md5('form')::uuid, md5('desk')::uuid, 'upload', '申請表 (2026).pdf', 'application/pdf', 4321, 'def');

insert into facilities (id, code, sport, name_tw, name_en, about_tw, about_en, rules_tw, rules_en, outdoor, drawing, colour) values
  (1, 'badminton', 'badminton', '羽球館', 'Badminton Hall', '二樓，冷氣開放', 'Second floor', '{"請穿室內鞋"}', '{"Indoor shoes"}', false, 'hall', '#123456');
insert into courts (id, facility_id, code, name_tw, name_en) values (1, 1, 'B1', '羽球場 1', 'Court 1'), (2, 1, 'B2', '羽球場 2', 'Court 2');
insert into spaces (id, facility_id, code) values (1, 1, 'B1'), (2, 1, 'B2');
insert into court_spaces (court_id, space_id) values (1, 1), (2, 2);
insert into timetables (facility_id, valid_from, slot_minutes, hours) values (1, '2026-01-01', 60, '[[360, 1320]]');
insert into price_lists (id, facility_id, valid_from, peak) overriding system value values (1, 1, '2026-01-01', '[{"weekdays": [1, 2], "from": "18:00", "to": "22:00"}]');
insert into court_prices (court_id, identity_id, off_peak, peak, price_list_id) values (1, 1, 200, 350, 1), (2, 1, 200, 350, 1);

insert into orders (id, order_no, kind, member_id, state, amount, contact_name, remark, idempotency_key, request_hash, created_at, confirmed_at, title_tw, title_en) values
  (md5('booking')::uuid, 'F261101AAAAAAA', 'venue', md5('amy')::uuid, 'confirmed', 550, '林小青', '靠窗 <優先>', 'a', 'h', '2026-11-01 10:00+08', '2026-11-01 10:05+08', null, null),
  (md5('locker')::uuid, 'F261101BBBBBBB', 'locker', md5('amy')::uuid, 'confirmed', 1650, '', '', 'b', 'h', '2026-11-01 11:00+08', '2026-11-01 11:05+08',
    '置物櫃 A01（標準櫃，月租，含押金 NT$1,500）', 'Locker A01 (Standard, 1 month, incl. NT$1,500 deposit)'),
  (md5('counter')::uuid, 'F261101CCCCCCC', 'venue', md5('guest')::uuid, 'confirmed', 200, '現場客', '', 'c', 'h', '2026-11-01 12:00+08', '2026-11-01 12:00+08', null, null),
  (md5('season')::uuid, 'F261101DDDDDDD', 'preorder', md5('club')::uuid, 'awaiting-payment', 700, '', '', 'd', 'h', '2026-11-01 13:00+08', null, '季預約：清晨羽球社', 'Season: Dawn');
insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit, state) values
  (md5('item 1')::uuid, md5('booking')::uuid, md5('amy')::uuid, 1, 'badminton', '["2026-11-20 18:00+08","2026-11-20 19:00+08")', '2026-11-20', 60, true, 1, 350, 0, 0, 'active'),
  (md5('item 2')::uuid, md5('booking')::uuid, md5('amy')::uuid, 2, 'badminton', '["2026-11-20 10:00+08","2026-11-20 11:00+08")', '2026-11-20', 60, true, 1, 200, 0, 0, 'cancelled'),
  (md5('item 3')::uuid, md5('counter')::uuid, md5('guest')::uuid, 2, 'badminton', '["2026-11-21 10:00+08","2026-11-21 11:00+08")', '2026-11-21', 60, false, 1, 200, 0, 0, 'active');
insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at, title_tw, title_en, supplement_of) values
  (md5('top-up')::uuid, 'F261102EEEEEEE', 'supplement', md5('amy')::uuid, 'awaiting-payment', 150, 'e', 'h', '2026-11-02 10:00+08',
    '改期補差額：羽球館 羽球場 1', 'Price difference after move: Badminton Hall, Court 1', md5('item 1')::uuid);
insert into item_moves (item_id, by, at, reason, from_court_id, from_during, to_court_id, to_during, total, idempotency_key, request_hash) values
  (md5('item 1')::uuid, md5('desk')::uuid, '2026-11-02 10:00+08', '會員要求', 2, '["2026-11-20 10:00+08","2026-11-20 11:00+08")', 1, '["2026-11-20 18:00+08","2026-11-20 19:00+08")', 550, 'm', 'h');
insert into occupancy (space_id, during, kind, holder_id, member_id) values
  (1, '["2026-11-20 18:00+08","2026-11-20 19:00+08")', 'order', md5('item 1')::uuid, md5('amy')::uuid),
  (2, '["2026-11-21 10:00+08","2026-11-21 11:00+08")', 'order', md5('item 3')::uuid, md5('guest')::uuid);

insert into tills (id, name, opened_at, opened_by) values (md5('till')::uuid, '一樓', '2026-11-01 09:00+08', md5('desk')::uuid);
insert into payment_attempts (id, order_id, trade_no, state, method, amount, gateway_trade_no, created_at, settled_at) values
  (md5('paid')::uuid, md5('booking')::uuid, 'T1', 'paid', 'credit', 550, '2611011234', '2026-11-01 10:01+08', '2026-11-01 10:05+08'),
  (md5('paid rent')::uuid, md5('locker')::uuid, 'T2', 'paid', 'atm', 1650, '2611011235', '2026-11-01 11:01+08', '2026-11-01 11:05+08'),
  (md5('paid cash')::uuid, md5('counter')::uuid, 'T3', 'paid', 'cash', 200, null, '2026-11-01 12:00+08', '2026-11-01 12:00+08'),
  (md5('failed')::uuid, md5('season')::uuid, 'T4', 'failed', 'credit', 700, null, '2026-11-01 13:01+08', null);
insert into payment_notices (trade_no, received_at, body, verdict) values ('T1', '2026-11-01 10:05+08', '{"RtnMsg": "交易成功", "TradeAmt": "550"}', 'settled');
insert into payment_notices_archive (year, id, trade_no, received_at, body, verdict) values (2020, 1, 'T0', '2020-11-01 10:05+08', '{"RtnCode": "1"}', 'settled');
insert into ledger (order_id, attempt_id, kind, amount, cause, at, way, till_id) values
  (md5('booking')::uuid, md5('paid')::uuid, 'payment', 550, 'payment:T1', '2026-11-01 10:05+08', 'card', null),
  (md5('locker')::uuid, md5('paid rent')::uuid, 'payment', 1650, 'payment:T2', '2026-11-01 11:05+08', 'transfer', null),
  (md5('counter')::uuid, md5('paid cash')::uuid, 'payment', 200, 'payment:T3', '2026-11-01 12:00+08', 'cash', md5('till')::uuid),
  (md5('booking')::uuid, md5('paid')::uuid, 'refund', -200, 'refund:' || md5('refund')::uuid, '2026-11-03 10:00+08', 'card', null);
insert into till_rows (till_id, kind, amount, given, reference, by, at) values
  (md5('till')::uuid, 'sale', 200, 500, 'F261101CCCCCCC', md5('desk')::uuid, '2026-11-01 12:00+08');
insert into refunds_due (id, order_id, attempt_id, amount, reason, cause, created_at, item_id) values
  (md5('due')::uuid, md5('booking')::uuid, md5('paid')::uuid, 200, 'asked', 'asked:1', '2026-11-02 10:00+08', md5('item 2')::uuid);
insert into refunds (id, refund_no, order_id, attempt_id, cause, state, way, amount, reason, bank_code, bank_account, account_name, try_at, created_at, changed_at) values
  (md5('refund')::uuid, 'R261102AAAAAAA', md5('booking')::uuid, md5('paid')::uuid, 'asked', 'refunded', 'card', 200, '腳扭傷了', null, null, null, '2026-11-02 10:00+08', '2026-11-02 10:00+08', '2026-11-03 10:00+08'),
  (md5('transfer')::uuid, 'R261103BBBBBBB', md5('locker')::uuid, md5('paid rent')::uuid, 'deposit', 'approved', 'bank', 1500, '', '004', '123456789012', '林小青', '2026-11-03 10:00+08', '2026-11-03 10:00+08', '2026-11-03 10:00+08');
insert into refund_items (refund_id, item_id, due_id, paid, percent, amount) values (md5('refund')::uuid, md5('item 2')::uuid, md5('due')::uuid, 200, 100, 200);
insert into refund_steps (refund_id, state, note, by, at) values (md5('refund')::uuid, 'approved', '同意', md5('desk')::uuid, '2026-11-02 12:00+08');
insert into refund_tries (refund_id, number, at, outcome, answer, attempt_id) values
  (md5('refund')::uuid, 1, '2026-11-03 09:00+08', 'unclear', 'timeout', md5('paid')::uuid), (md5('refund')::uuid, 2, '2026-11-03 10:00+08', 'refunded', 'OK', md5('paid')::uuid);

insert into locker_sizes (size, deposit, name_tw, name_en) values ('standard', 1500, '標準櫃', 'Standard');
insert into locker_prices (size, months, price) values ('standard', 1, 150);
insert into lockers (id, number, size, wall, col, row) values (1, 'A01', 'standard', 'A', 1, 1);
insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at, starts_at, ends_at) values
  (md5('rental')::uuid, 1, md5('amy')::uuid, 'active', 1500, '2026-11-01 11:00+08', '2026-11-01 11:05+08', '2026-12-01 11:05+08');
insert into locker_terms (id, rental_id, order_id, term, is_first, price, deposit, state, starts_at, ends_at, created_at) values
  (md5('term')::uuid, md5('rental')::uuid, md5('locker')::uuid, 'month', true, 150, 1500, 'paid', '2026-11-01 11:05+08', '2026-12-01 11:05+08', '2026-11-01 11:00+08');

insert into rounds (id, name_tw, name_en, season_from, season_to, view_start, order_start, ends, mode, periods_per_week, minutes_per_period, pay_days, document_kinds, created_at, frozen_at, drawn_at)
  overriding system value values
  (1, '2027 上半年', 'First half of 2027', '2027-01-04', '2027-06-27', '2026-10-01 09:00+08', '2026-10-05 09:00+08', '2026-10-20 18:00+08', 'ballot', 2, 120, 7, '{roster}', '2026-09-01 10:00+08', '2026-10-20 19:00+08', '2026-10-22 19:00+08');
insert into round_facilities (round_id, facility_id, opens, closes) values (1, 1, '06:00', '22:00');
insert into preorders (id, order_no, round_id, member_id, state, title, purpose, contact_name, lines, amount, order_id, created_at, changed_at) values
  (md5('preorder')::uuid, 'P261022AAAAAAA', 1, md5('club')::uuid, 'approved', '清晨羽球', '每週練習', '王代表', '[{"weekday": 2}]', 700, md5('season')::uuid, '2026-10-22 19:00+08', '2026-10-22 19:00+08');
insert into preorder_dates (id, preorder_id, line, member_id, round_id, court_id, day, during, price, light_fee, state) values
  (md5('date')::uuid, md5('preorder')::uuid, 0, md5('club')::uuid, 1, 1, '2027-01-05', '["2027-01-05 06:00+08","2027-01-05 08:00+08")', 700, 0, 'held');
insert into ballot_entries (id, round_id, member_id, title, purpose, contact_name, contact_phone, headcount, created_at, changed_at, number, tickets, drawn) values
  (md5('entry')::uuid, 1, md5('club')::uuid, '清晨羽球', '每週練習', '王代表', '0912000002', 12, '2026-10-06 10:00+08', '2026-10-06 10:00+08', 1, 2, 1);
insert into ballot_wishes (entry_id, rank, weekday, from_minute, to_minute, facility_id, court_id, least_percent) values (md5('entry')::uuid, 1, 2, 360, 480, 1, 1, 80);
insert into ballot_manifests (round_id, manifest, hash, due_at, secret, frozen_at) values (1, '{"entries":["清晨羽球"]}', 'beef', '2026-10-22 19:00+08', 'cafe', '2026-10-20 19:00+08');
insert into ballot_draws (round_id, draw, drawn_at) values (1, '{"order":[1]}', '2026-10-22 19:00+08');
insert into ballot_turns (id, round_id, turn, entry_id, rank, court_id, preorder_id, line) values (md5('turn')::uuid, 1, 1, md5('entry')::uuid, 1, 1, md5('preorder')::uuid, 0);
insert into ballot_objections (id, round_id, entry_id, note, is_accepted, noted_at, noted_by) values
  (md5('objection')::uuid, 1, md5('entry')::uuid, '人數有誤', false, '2026-10-21 10:00+08', md5('desk')::uuid);

insert into closures (id, facility_id, court_ids, from_day, to_day, from_minute, to_minute, weekdays, cause, choice, reason_tw, reason_en, words_tw, words_en, state, request_key, request_hash, created_by, created_at) values
  (md5('closure')::uuid, 1, '{2}', '2026-12-01', '2026-12-03', 360, 720, '{1,2,3}', 'cleaning', 'offer', '地板打蠟', 'Waxing the floor', '造成不便，敬請見諒', 'Sorry', 'done', 'k', 'h', md5('desk')::uuid, '2026-11-05 10:00+08');
insert into blocks (id, kind, facility_id, court_id, during, reason_tw, reason_en, created_at, closure_id) values
  (md5('block')::uuid, 'closure', 1, 2, '["2026-12-01 06:00+08","2026-12-01 12:00+08")', '地板打蠟', 'Waxing the floor', '2026-11-05 10:00+08', md5('closure')::uuid);
insert into closure_items (closure_id, holder_id, kind, piece_id, order_id, member_id, court_id, during, is_club, state) values
  (md5('closure')::uuid, md5('item 3')::uuid, 'order', md5('item 3')::uuid, md5('counter')::uuid, md5('guest')::uuid, 2, '["2026-11-21 10:00+08","2026-11-21 11:00+08")', false, 'kept');

insert into articles (id, kind, category, state, title_tw, title_en, summary_tw, summary_en, body_tw, body_en, publish_at, created_at, updated_at) overriding system value values
  (1, 'news', 'closure', 'published', '十二月打蠟公告', '', '二號場', '', E'# 公告\n\n**12/1** 起', '', '2026-11-05 10:00+08', '2026-11-05 10:00+08', '2026-11-05 10:00+08'),
  (2, 'document', 'form', 'draft', '', 'Club form', '', '', '', 'Fill it *in*', null, '2026-11-05 10:00+08', '2026-11-05 10:00+08');
insert into article_versions (article_id, version, category, pinned, title_tw, title_en, summary_tw, summary_en, body_tw, body_en, saved_at) values
  (1, 1, 'closure', false, '打蠟', '', '', '', '舊文', '', '2026-11-04 10:00+08');
insert into article_files (article_id, file_id, position) values (2, md5('form')::uuid, 0);
insert into highlights (id, title_tw, title_en, text_tw, text_en, day, state, publish_at, created_at, changed_at) values
  (md5('highlight')::uuid, '開幕日', 'Opening day', '人山人海', 'Full house', '2026-01-05', 'published', '2026-01-06 10:00+08', '2026-01-05 10:00+08', '2026-01-06 10:00+08');
insert into highlight_pictures (id, highlight_id, file_id, position, alt_tw, alt_en, width, height) values
  (md5('picture')::uuid, md5('highlight')::uuid, md5('photo')::uuid, 0, '剪綵', 'Ribbon', 1200, 800);

insert into violations (id, member_id, kind, cause, order_id, day, at, expires_at) values
  (md5('violation')::uuid, md5('amy')::uuid, 'no-show', 'no-show:1', md5('booking')::uuid, '2026-11-20', '2026-11-20 19:00+08', '2027-05-20 19:00+08');
insert into appeals (id, violation_id, text, state, sent_at) values (md5('appeal')::uuid, md5('violation')::uuid, '我有到場', 'open', '2026-11-21 10:00+08');
insert into reports (id, kind, facility_id, court_id, title, description, contact_name, contact_phone, member_id, locale, state, created_at, changed_at) values
  (md5('report')::uuid, 'repair', 1, 1, '燈不亮', '第二排', '林小青', '0912000001', md5('amy')::uuid, 'tw', 'received', '2026-11-06 10:00+08', '2026-11-06 10:00+08');
insert into wishes (id, member_id, sport, facility_id, day, from_minute, to_minute, minutes, courts, not_after, state, created_at, changed_at) values
  (md5('wish')::uuid, md5('amy')::uuid, 'badminton', 1, '2026-11-25', 1080, 1200, 60, 1, '2026-11-25 18:00+08', 'open', '2026-11-06 10:00+08', '2026-11-06 10:00+08');
insert into messages (id, cause, channel, recipient, subject, body, locale, state, created_at) values
  (md5('message')::uuid, 'confirmed:1', 'mail', 'amy@example.com', '預約成立', '您好', 'tw', 'sent', '2026-11-01 10:05+08');
insert into audit_log (at, member_id, actor_name, actor_role, address, call, action, subject_kind, subject_id) values
  ('2026-11-05 10:00+08', md5('desk')::uuid, '陳櫃台', 'desk', '203.0.113.9', 'POST /api/Staff/Closures', 'closure.made', 'closure', 'x');
