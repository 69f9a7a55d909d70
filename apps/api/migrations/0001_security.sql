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
  organization, membership, person, event, role, shift, assignment, idempotency_key, message, broadcast, daily_cap, suppression
  to muster_app;
--> statement-breakpoint
-- FORCE binds the owner too. After a scoped transaction the setting is '', and ''::uuid is an error: hence nullif.
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['membership', 'person', 'event', 'role', 'shift', 'assignment', 'idempotency_key', 'message', 'broadcast', 'daily_cap', 'suppression'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I to muster_app using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid)', tenant_table);
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
-- With the column list: otherwise deleting a person would null the organisation of their messages too.
alter table message add constraint message_person foreign key (organization_id, person_id)
  references person (organization_id, id) on delete set null (person_id);
