-- Copies of the lists (`updated_since`, `GET /admin/deletions`) learn what was written and deleted by whichever statement.
create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
--> statement-breakpoint
create trigger written before insert or update on event for each row execute function set_updated_at();
--> statement-breakpoint
create trigger written before insert or update on role for each row execute function set_updated_at();
--> statement-breakpoint
create trigger written before insert or update on shift for each row execute function set_updated_at();
--> statement-breakpoint
create trigger written before insert or update on assignment for each row execute function set_updated_at();
--> statement-breakpoint
-- Who is taken off a shift changes it. With the shift itself it goes, and nothing is left to change.
create function touch_shift() returns trigger language plpgsql as $$
begin
  update shift set updated_at = now() where id = old.shift_id and organization_id = old.organization_id;
  return null;
end $$;
--> statement-breakpoint
create trigger taken_off after delete on assignment for each row execute function touch_shift();
--> statement-breakpoint
-- The rows of an organisation that is deleted leave nothing behind.
create function record_deletion() returns trigger language plpgsql as $$
declare of_event uuid := case when tg_table_name in ('role', 'shift') then (to_jsonb(old)->>'event_id')::uuid end;
begin
  insert into deletion (organization_id, id, kind, event_id)
  select old.organization_id, old.id, tg_table_name, of_event
  where exists (select from organization where id = old.organization_id)
  on conflict (organization_id, id) do update set deleted_at = now();
  return null;
end $$;
--> statement-breakpoint
create trigger deleted after delete on event for each row execute function record_deletion();
--> statement-breakpoint
create trigger deleted after delete on role for each row execute function record_deletion();
--> statement-breakpoint
create trigger deleted after delete on shift for each row execute function record_deletion();
--> statement-breakpoint
create trigger deleted after delete on person for each row execute function record_deletion();
--> statement-breakpoint
-- D33: an erased person's placeholder is in no list.
create trigger erased after update on person for each row
  when (old.erased_at is null and new.erased_at is not null) execute function record_deletion();
--> statement-breakpoint
-- D46: an undo brings rows back under their ids.
create function forget_deletion() returns trigger language plpgsql as $$
begin
  delete from deletion where organization_id = new.organization_id and id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger restored after insert on event for each row execute function forget_deletion();
--> statement-breakpoint
create trigger restored after insert on role for each row execute function forget_deletion();
--> statement-breakpoint
create trigger restored after insert on shift for each row execute function forget_deletion();
--> statement-breakpoint
create trigger restored after insert on person for each row execute function forget_deletion();
