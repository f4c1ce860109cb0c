-- Module: site
-- The uses of a file, for processes of the version before while they go on beside newer ones. Newer ones ask the modules (files.uses);
-- kinds of uses that are younger than this view are not in it, and the version before opens such files to nobody.
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
