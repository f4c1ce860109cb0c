-- Up Migration

create index members_privacy_file on members (privacy_file_id) where privacy_file_id is not null;
create index identity_proofs_of_file on identity_proofs (file_id);
create index community_documents_of_file on community_documents (file_id);
create index refunds_of_passbook on refunds (passbook_file_id) where passbook_file_id is not null;
create index appeals_of_file on appeals (file_id) where file_id is not null;

-- Down Migration

drop index appeals_of_file, refunds_of_passbook, community_documents_of_file, identity_proofs_of_file, members_privacy_file;
