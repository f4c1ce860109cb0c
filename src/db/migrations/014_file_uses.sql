-- Up Migration

-- What a file is for, by what refers to it: who may open it depends on that. Every foreign key to files is here.
create view file_uses as
  select privacy_file_id as file_id, 'consent' as use from members where privacy_file_id is not null
  union all select file_id, 'identity-proof' from identity_proofs
  union all select file_id, 'community-document' from community_documents
  union all select file_id, 'preorder-document' from preorder_documents
  union all select passbook_file_id, 'passbook' from refunds where passbook_file_id is not null
  union all select file_id, 'appeal' from appeals where file_id is not null
  union all select file_id, 'article' from article_files
  union all select file_id, 'highlight' from highlight_pictures
  union all select file_id, 'highlight' from highlight_variants
  union all select file_id, 'report-photo' from report_photos;

create index members_privacy_file on members (privacy_file_id) where privacy_file_id is not null;
create index identity_proofs_of_file on identity_proofs (file_id);
create index community_documents_of_file on community_documents (file_id);
create index refunds_of_passbook on refunds (passbook_file_id) where passbook_file_id is not null;
create index appeals_of_file on appeals (file_id) where file_id is not null;

-- Down Migration

drop index appeals_of_file, refunds_of_passbook, community_documents_of_file, identity_proofs_of_file, members_privacy_file;
drop view file_uses;
