-- Older versions accepted names that Node knows and the database does not, or takes for another zone: Node's IST is India,
-- the database's is Israel. The former fail the query of everybody's reminders (D43), the latter give a wrong day. Each
-- becomes the zone that Node takes it for, so that all hours stay as people saw them.
-- FORCE binds the owner too: existing rows are changed in the role that sees all of them.
set local role muster_system;
--> statement-breakpoint
with known as materialized (select name from pg_timezone_names),
alias (name, zone) as (
  values
    ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'),
    ('ART', 'Africa/Cairo'), ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'),
    ('CAT', 'Africa/Maputo'), ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'), ('CTT', 'Asia/Shanghai'),
    ('EAT', 'Africa/Nairobi'), ('ECT', 'Europe/Paris'), ('IET', 'America/Indiana/Indianapolis'),
    ('IST', 'Asia/Kolkata'), ('JST', 'Asia/Tokyo'), ('MIT', 'Pacific/Apia'), ('NET', 'Asia/Yerevan'),
    ('NST', 'Pacific/Auckland'), ('PLT', 'Asia/Karachi'), ('PNT', 'America/Phoenix'),
    ('PRT', 'America/Puerto_Rico'), ('PST', 'America/Los_Angeles'), ('SST', 'Pacific/Guadalcanal'),
    ('VST', 'Asia/Ho_Chi_Minh')
),
mended (former, zone) as (
  select used.time_zone, coalesce(alias.zone, known.name, 'UTC')
  from (select time_zone from organization union select time_zone from event) used
  left join alias on alias.name = upper(used.time_zone)
  left join known on lower(known.name) = lower(used.time_zone)
  where used.time_zone not in (select name from known)
),
organizations as (
  update organization set time_zone = mended.zone from mended where organization.time_zone = mended.former
)
update event set time_zone = mended.zone from mended where event.time_zone = mended.former;
--> statement-breakpoint
reset role;
