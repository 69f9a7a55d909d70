-- Roles are shared by all databases of a server: created once, then only granted.
do $$
begin
  if not exists (select from pg_roles where rolname = 'muster_app') then create role muster_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'muster_system') then create role muster_system nologin; end if;
exception when duplicate_object or unique_violation then null; -- another database of this server was faster
end $$;
--> statement-breakpoint
-- The one login is a member of both roles and takes one of them in every transaction.
grant muster_app, muster_system to current_user;
--> statement-breakpoint
grant usage on schema public to muster_app, muster_system;
--> statement-breakpoint
grant select, insert, update, delete on all tables in schema public to muster_system;
--> statement-breakpoint
-- A tenant transaction reaches tenant tables only: no accounts, no sessions.
grant select, insert, update, delete on
  organization, organization_logo, membership, member_lead, member_invitation, api_key, person, tag, person_tag, deletion, email_change, event, answer, opening_mail, role, shift, assignment, waiting, request,
  idempotency_key, message, broadcast, saved_text, batch, person_import, imported_person, merge, merged_link, told_apart, daily_cap, suppression, sms_thread
  to muster_app;
--> statement-breakpoint
grant select, insert, update on sending_total to muster_app;
--> statement-breakpoint
grant select, insert, delete on ended_thread to muster_app;
--> statement-breakpoint
-- Append-only: who administers an organisation cannot change what is recorded. The nightly job deletes what is old.
grant select, insert on audit_log to muster_app;
--> statement-breakpoint
revoke update on audit_log, ended_thread from muster_system;
--> statement-breakpoint
-- FORCE binds the owner too. After a scoped transaction the setting is '', and ''::uuid is an error: hence nullif.
-- The policy is a filter and never an access path: written as an equality it lets a planner that expects one row per
-- organisation read a whole organisation where the statement names one shift. The subquery is evaluated once.
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['organization_logo', 'membership', 'member_lead', 'member_invitation', 'api_key', 'audit_log', 'person', 'tag', 'person_tag', 'deletion', 'email_change', 'event', 'answer', 'opening_mail', 'role', 'shift', 'assignment', 'waiting', 'request', 'idempotency_key', 'message', 'broadcast', 'saved_text', 'batch', 'person_import', 'imported_person', 'merge', 'merged_link', 'told_apart', 'daily_cap', 'suppression', 'sms_thread', 'ended_thread'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I to muster_app using (uuid_cmp(organization_id, (select nullif(current_setting(''app.organization_id'', true), '''')::uuid)) = 0)', tenant_table);
    execute format('create policy everything on %I to muster_system using (true)', tenant_table);
  end loop;
end $$;
--> statement-breakpoint
alter table organization enable row level security;
--> statement-breakpoint
alter table organization force row level security;
--> statement-breakpoint
create policy tenant on organization to muster_app using (id = nullif(current_setting('app.organization_id', true), '')::uuid);
--> statement-breakpoint
create policy everything on organization to muster_system using (true);
--> statement-breakpoint
alter table sending_total enable row level security;
--> statement-breakpoint
alter table sending_total force row level security;
--> statement-breakpoint
-- Of the accounts an organisation sees the one that created it; row level security shows it no other organisation.
create policy tenant on sending_total to muster_app
  using (scope = 'installation' or scope = (select created_by::text from organization));
--> statement-breakpoint
create policy everything on sending_total to muster_system using (true);
--> statement-breakpoint
-- With the column list: otherwise deleting a person would null the organisation of their messages too.
alter table message add constraint message_person foreign key (organization_id, person_id)
  references person (organization_id, id) on delete set null (person_id);
--> statement-breakpoint
-- From sixty people on a shift the stored answer of a sign-up takes 2 kB, above which PostgreSQL tries to compress it and moves it to
-- a table of its own: a seventh of a sign-up's time. Its ids do not compress, and it is read by key only.
alter table idempotency_key set (toast_tuple_target = 8160);
