-- The policy is a filter and never an access path: written as an equality it lets a planner that expects one row per
-- organisation read a whole organisation where the statement names one shift. The subquery is evaluated once.
do $$
declare tenant_table text;
begin
  for tenant_table in select tablename from pg_policies where policyname = 'tenant' and schemaname = 'public' and tablename <> 'organization' loop
    execute format('alter policy tenant on %I using (uuid_cmp(organization_id, (select nullif(current_setting(''app.organization_id'', true), '''')::uuid)) = 0)', tenant_table);
  end loop;
end $$;
