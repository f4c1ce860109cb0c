-- Module: site
-- The uses of a file: one row for each row that refers to it. A file's use decides who may open it. Every foreign key to
-- files has its line here.
create or replace view file_uses as
  select privacy_file_id as file_id, 'consent' as use from members where privacy_file_id is not null
  union all select file_id, 'identity-proof' from identity_proofs where file_id is not null
  union all select file_id, 'community-document' from community_documents
  union all select file_id, 'preorder-document' from preorder_documents
  union all select passbook_file_id, 'passbook' from refunds where passbook_file_id is not null
  union all select file_id, 'appeal' from appeals where file_id is not null
  union all select logo_file_id, 'logo' from centre where logo_file_id is not null
  union all select file_id, 'article' from article_files
  union all select file_id, 'article' from article_version_files
  union all select file_id, 'highlight' from highlight_pictures
  union all select file_id, 'highlight' from highlight_variants
  union all select file_id, 'highlight' from highlight_version_pictures
  union all select file_id, 'facility' from facility_pictures
  union all select file_id, 'facility' from facility_variants
  union all select file_id, 'report-photo' from report_photos;
