grant USAGE on schema public to muster_app;
grant USAGE on schema public to muster_system;
CREATE OR REPLACE FUNCTION public.forget_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from deletion where organization_id = new.organization_id and id = new.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.record_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare of_event uuid := case when tg_table_name in ('role', 'shift') then (to_jsonb(old)->>'event_id')::uuid end;
begin
  insert into deletion (organization_id, id, kind, event_id)
  select old.organization_id, old.id, tg_table_name, of_event
  where exists (select from organization where id = old.organization_id)
  on conflict (organization_id, id) do update set deleted_at = now();
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.set_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.touch_shift()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update shift set updated_at = now() where id = old.shift_id and organization_id = old.organization_id;
  return null;
end $function$
;
comment on schema drizzle is NULL;
create table account_message (
  address text not null,
  asked_at timestamp(3) with time zone,
  attempts integer not null default 0,
  channel text not null default 'EMAIL'::text,
  created_at timestamp(3) with time zone not null default now(),
  delivered_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone not null default now(),
  erased_at timestamp(3) with time zone,
  failure_reason text,
  fence integer not null default 0,
  id uuid not null,
  language text not null,
  leased_until timestamp(3) with time zone,
  payload jsonb not null,
  provider text,
  provider_message_id text,
  reported_at timestamp(3) with time zone,
  request_id text default NULLIF(current_setting('app.request_id'::text, true), ''::text),
  sent_at timestamp(3) with time zone,
  status text not null default 'QUEUED'::text,
  template text not null,
  traceparent text default NULLIF(current_setting('app.traceparent'::text, true), ''::text),
  user_id uuid
);
alter table account_message add constraint account_message_channel CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text])));
alter table account_message add constraint account_message_pkey PRIMARY KEY (id);
alter table account_message add constraint account_message_status CHECK ((status = ANY (ARRAY['QUEUED'::text, 'SENDING'::text, 'SENT'::text, 'DELIVERED'::text, 'FAILED'::text, 'UNKNOWN'::text])));
alter table account_message add constraint account_message_user_id_app_user_id_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE SET NULL;
CREATE INDEX account_message_age ON public.account_message USING btree (created_at);
CREATE INDEX account_message_due ON public.account_message USING btree (due_at) WHERE (status = ANY (ARRAY['QUEUED'::text, 'SENDING'::text, 'UNKNOWN'::text]));
CREATE INDEX account_message_of_request ON public.account_message USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX account_message_reported ON public.account_message USING btree (provider, asked_at) WHERE (reported_at IS NOT NULL);
CREATE INDEX account_message_to_erase ON public.account_message USING btree (erased_at) WHERE ((erased_at IS NOT NULL) AND (address <> ''::text));
grant DELETE, INSERT, SELECT, UPDATE on account_message to muster_system;
create table answer (
  created_at timestamp(3) with time zone not null,
  delete_after_event boolean not null,
  event_id uuid not null,
  id uuid not null,
  kind text not null,
  label text not null,
  organization_id uuid not null,
  person_id uuid not null,
  question_id uuid not null,
  value jsonb not null
);
alter table answer add constraint answer_event FOREIGN KEY (organization_id, event_id) REFERENCES event(organization_id, id) ON DELETE CASCADE;
alter table answer add constraint answer_kind CHECK ((kind = ANY (ARRAY['text'::text, 'choice'::text, 'many'::text, 'yes_no'::text])));
alter table answer add constraint answer_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table answer add constraint answer_person FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id) ON DELETE CASCADE;
CREATE INDEX answer_of_event ON public.answer USING btree (event_id);
CREATE INDEX answer_of_person ON public.answer USING btree (person_id);
alter table answer enable row level security;
alter table answer force row level security;
create policy everything on answer as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on answer as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on answer to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on answer to muster_system;
create table api_key (
  created_at timestamp(3) with time zone not null default now(),
  created_by uuid not null,
  event_id uuid,
  expires_at timestamp(3) with time zone,
  expiry_told_at timestamp(3) with time zone,
  hash text not null,
  id uuid not null,
  last_used_at timestamp(3) with time zone,
  name text not null,
  organization_id uuid not null,
  revoked_at timestamp(3) with time zone,
  rights text[] not null,
  start text not null,
  suspended_at timestamp(3) with time zone
);
alter table api_key add constraint api_key_event FOREIGN KEY (organization_id, event_id) REFERENCES event(organization_id, id) ON DELETE CASCADE;
alter table api_key add constraint api_key_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table api_key add constraint api_key_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table api_key add constraint api_key_rights CHECK (((cardinality(rights) > 0) AND (rights <@ ARRAY['read'::text, 'plan'::text, 'send'::text])));
CREATE INDEX api_key_by_hash ON public.api_key USING btree (hash);
alter table api_key enable row level security;
alter table api_key force row level security;
create policy everything on api_key as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on api_key as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on api_key to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on api_key to muster_system;
create table app_user (
  created_at timestamp(3) with time zone not null default now(),
  disabled_at timestamp(3) with time zone,
  email text not null,
  ends_at timestamp(3) with time zone,
  id uuid not null,
  language text not null default 'en'::text,
  last_active_organization_id uuid,
  locked_since timestamp(3) with time zone,
  name text,
  notified_terms_version text,
  password_changed_at timestamp(3) with time zone,
  password_hash text not null
);
alter table app_user add constraint app_user_email_unique UNIQUE (email);
alter table app_user add constraint app_user_pkey PRIMARY KEY (id);
grant DELETE, INSERT, SELECT, UPDATE on app_user to muster_system;
create table assignment (
  agreed_end_dt timestamp(3) with time zone,
  agreed_start_dt timestamp(3) with time zone,
  ask_id uuid,
  ask_places integer,
  asked_again_at timestamp(3) with time zone,
  calendar_sequence integer not null default 0,
  calendar_uid text not null,
  cancel_reason text,
  cancelled_at timestamp(3) with time zone,
  corrections integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  disowned text,
  expiry_set_at timestamp(3) with time zone not null,
  freed_unanswered boolean not null default false,
  handed_to uuid,
  id uuid not null,
  invite_method text,
  invite_sent_at timestamp(3) with time zone,
  is_minor boolean not null default false,
  note text,
  offer_ended text,
  organization_id uuid not null,
  other_phone text,
  person_id uuid not null,
  responded_at timestamp(3) with time zone,
  round integer not null default 1,
  shift_id uuid not null,
  source text not null,
  status text not null,
  swap_id uuid,
  terms_accepted_at timestamp(3) with time zone,
  terms_version text,
  token_expires_at timestamp(3) with time zone not null,
  uncapped_expires_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null default now(),
  version integer not null default 1
);
alter table assignment add constraint assignment_disowned CHECK ((disowned = ANY (ARRAY['in_time'::text, 'late'::text])));
alter table assignment add constraint assignment_invite_method CHECK ((invite_method = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'BOTH'::text])));
alter table assignment add constraint assignment_offer_ended CHECK ((offer_ended = ANY (ARRAY['taken'::text, 'stopped'::text])));
alter table assignment add constraint assignment_once UNIQUE (shift_id, person_id, organization_id);
alter table assignment add constraint assignment_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table assignment add constraint assignment_person FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id) ON DELETE CASCADE;
alter table assignment add constraint assignment_shift FOREIGN KEY (organization_id, shift_id) REFERENCES shift(organization_id, id) ON DELETE CASCADE;
alter table assignment add constraint assignment_source CHECK ((source = ANY (ARRAY['admin'::text, 'signup'::text])));
alter table assignment add constraint assignment_status CHECK ((status = ANY (ARRAY['INVITED'::text, 'CONFIRMED'::text, 'DECLINED'::text, 'ABSENT'::text])));
CREATE INDEX assignment_asked_again ON public.assignment USING btree (asked_again_at) WHERE (asked_again_at IS NOT NULL);
CREATE INDEX assignment_by_id ON public.assignment USING btree (id);
CREATE INDEX assignment_cancelled ON public.assignment USING btree (cancelled_at) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX assignment_of_ask ON public.assignment USING btree (ask_id) WHERE (ask_id IS NOT NULL);
CREATE INDEX assignment_of_person ON public.assignment USING btree (person_id);
CREATE INDEX assignment_offered ON public.assignment USING btree (shift_id) WHERE ((ask_id IS NOT NULL) AND (status = 'INVITED'::text));
CREATE INDEX assignment_signed_up ON public.assignment USING brin (terms_accepted_at);
alter table assignment enable row level security;
alter table assignment force row level security;
create policy everything on assignment as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on assignment as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on assignment to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on assignment to muster_system;
create table audit_log (
  action text not null,
  actor_id uuid,
  actor_kind text not null,
  at timestamp(3) with time zone not null,
  batch_id uuid,
  changes jsonb not null default '{}'::jsonb,
  fields text[] not null default '{}'::text[],
  id uuid not null,
  organization_id uuid not null,
  shift jsonb,
  subjects jsonb not null
);
alter table audit_log add constraint audit_log_actor CHECK ((actor_kind = ANY (ARRAY['account'::text, 'api_key'::text, 'link'::text, 'operator'::text])));
alter table audit_log add constraint audit_log_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table audit_log add constraint audit_log_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
CREATE INDEX audit_log_age ON public.audit_log USING btree (at);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy everything on audit_log as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on audit_log as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant INSERT, SELECT on audit_log to muster_app;
grant DELETE, INSERT, SELECT on audit_log to muster_system;
create table batch (
  after json,
  before json,
  created_at timestamp(3) with time zone not null default now(),
  event_ids uuid[] not null,
  id uuid not null,
  kept jsonb,
  organization_id uuid not null
);
alter table batch add constraint batch_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table batch add constraint batch_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
CREATE INDEX batch_age ON public.batch USING btree (created_at);
alter table batch enable row level security;
alter table batch force row level security;
create policy everything on batch as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on batch as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on batch to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on batch to muster_system;
create table broadcast (
  created_at timestamp(3) with time zone not null default now(),
  created_by uuid not null,
  due_at timestamp(3) with time zone not null default now(),
  event_id uuid not null,
  form jsonb,
  id uuid not null,
  invitations jsonb not null default '[]'::jsonb,
  message_type text not null,
  organization_id uuid not null,
  people_count integer not null default 0,
  refusal text,
  resend_of uuid,
  send_at timestamp(3) with time zone,
  sent_count integer not null,
  state text not null default 'sent'::text,
  total_count integer not null,
  undone_count integer not null default 0,
  unreachable jsonb not null default '[]'::jsonb
);
alter table broadcast add constraint broadcast_message_type CHECK ((message_type = ANY (ARRAY['reminder'::text, 'custom'::text])));
alter table broadcast add constraint broadcast_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table broadcast add constraint broadcast_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table broadcast add constraint broadcast_planned_time CHECK (((state <> 'planned'::text) OR (send_at IS NOT NULL)));
alter table broadcast add constraint broadcast_state CHECK ((state = ANY (ARRAY['planned'::text, 'sent'::text, 'cancelled'::text, 'refused'::text])));
CREATE INDEX broadcast_by_id ON public.broadcast USING btree (id);
CREATE INDEX broadcast_of_event ON public.broadcast USING btree (event_id, created_at);
CREATE INDEX broadcast_planned ON public.broadcast USING btree (send_at) WHERE (state = 'planned'::text);
CREATE INDEX broadcast_resent ON public.broadcast USING btree (resend_of) WHERE (resend_of IS NOT NULL);
alter table broadcast enable row level security;
alter table broadcast force row level security;
create policy everything on broadcast as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on broadcast as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on broadcast to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on broadcast to muster_system;
create table daily_cap (
  accepted integer not null default 0,
  channel text not null,
  day date not null,
  organization_id uuid not null
);
alter table daily_cap add constraint daily_cap_organization_id_channel_day_pk PRIMARY KEY (organization_id, channel, day);
alter table daily_cap add constraint daily_cap_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table daily_cap enable row level security;
alter table daily_cap force row level security;
create policy everything on daily_cap as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on daily_cap as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on daily_cap to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on daily_cap to muster_system;
create table deletion (
  deleted_at timestamp(3) with time zone not null default now(),
  event_id uuid,
  id uuid not null,
  kind text not null,
  organization_id uuid not null
);
alter table deletion add constraint deletion_kind CHECK ((kind = ANY (ARRAY['event'::text, 'role'::text, 'shift'::text, 'person'::text])));
alter table deletion add constraint deletion_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table deletion add constraint deletion_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
CREATE INDEX deletion_age ON public.deletion USING btree (deleted_at);
alter table deletion enable row level security;
alter table deletion force row level security;
create policy everything on deletion as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on deletion as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on deletion to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on deletion to muster_system;
create table email_change (
  confirmed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  former_email text not null,
  former_phone text,
  id uuid not null,
  new_email text not null,
  new_phone text,
  organization_id uuid not null,
  person_id uuid not null,
  phone_changed_at timestamp(3) with time zone,
  undone_at timestamp(3) with time zone
);
alter table email_change add constraint email_change_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table email_change add constraint email_change_person FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id) ON DELETE CASCADE;
CREATE INDEX email_change_age ON public.email_change USING btree (created_at);
CREATE INDEX email_change_by_id ON public.email_change USING btree (id);
CREATE INDEX email_change_of_person ON public.email_change USING btree (person_id);
alter table email_change enable row level security;
alter table email_change force row level security;
create policy everything on email_change as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on email_change as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on email_change to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on email_change to muster_system;
create table ended_thread (
  conversation_sid text not null,
  created_at timestamp(3) with time zone not null default now(),
  organization_id uuid not null
);
alter table ended_thread add constraint ended_thread_organization_id_conversation_sid_pk PRIMARY KEY (organization_id, conversation_sid);
alter table ended_thread enable row level security;
alter table ended_thread force row level security;
create policy everything on ended_thread as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on ended_thread as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT on ended_thread to muster_app;
grant DELETE, INSERT, SELECT on ended_thread to muster_system;
create table event (
  approval text not null default 'none'::text,
  archived boolean not null default false,
  cancel_until_hours integer default 24,
  certificates boolean not null default false,
  contact_email text,
  contact_phone text,
  created_at timestamp(3) with time zone not null default now(),
  description text,
  event_date_end timestamp(3) with time zone not null,
  event_date_start timestamp(3) with time zone not null,
  free_unanswered boolean not null default false,
  id uuid not null,
  late_signup boolean not null default false,
  link_key text not null default replace((gen_random_uuid())::text, '-'::text, ''::text),
  location text,
  max_shifts integer,
  min_rest_hours integer,
  name text not null,
  notes text,
  organization_id uuid not null,
  public_names text not null default 'full'::text,
  published boolean not null default true,
  questions jsonb not null default '[]'::jsonb,
  reminder_hours integer default 24,
  reminder_sms boolean not null default false,
  signup_closes_at timestamp(3) with time zone,
  signup_opens_at timestamp(3) with time zone,
  swap text not null default 'link'::text,
  time_zone text not null,
  updated_at timestamp(3) with time zone not null default now(),
  version integer not null default 1,
  waiting_list boolean not null default true
);
alter table event add constraint event_approval CHECK ((approval = ANY (ARRAY['none'::text, 'unknown'::text, 'all'::text])));
alter table event add constraint event_cancel_until_hours CHECK (((cancel_until_hours >= 0) AND (cancel_until_hours <= 720)));
alter table event add constraint event_ends_after_start CHECK ((event_date_end > event_date_start));
alter table event add constraint event_max_shifts CHECK ((max_shifts >= 1));
alter table event add constraint event_min_rest_hours CHECK ((min_rest_hours >= 1));
alter table event add constraint event_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table event add constraint event_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table event add constraint event_public_names CHECK ((public_names = ANY (ARRAY['full'::text, 'initial'::text, 'hidden'::text])));
alter table event add constraint event_reminder_hours CHECK ((reminder_hours = ANY (ARRAY[24, 48, 72])));
alter table event add constraint event_signup_closes_after_opening CHECK ((signup_closes_at > signup_opens_at));
alter table event add constraint event_swap CHECK ((swap = ANY (ARRAY['link'::text, 'line_first'::text, 'off'::text])));
CREATE INDEX event_by_id ON public.event USING btree (id);
alter table event enable row level security;
alter table event force row level security;
create policy everything on event as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on event as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on event to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on event to muster_system;
create table flow_state (
  code_challenge text not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  id uuid not null,
  used_at timestamp(3) with time zone,
  user_id uuid not null
);
alter table flow_state add constraint flow_state_pkey PRIMARY KEY (id);
alter table flow_state add constraint flow_state_user_id_app_user_id_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
CREATE INDEX flow_state_age ON public.flow_state USING btree (expires_at);
CREATE INDEX flow_state_user ON public.flow_state USING btree (user_id);
grant DELETE, INSERT, SELECT, UPDATE on flow_state to muster_system;
create table idempotency_key (
  answer jsonb not null,
  body_hash text not null,
  created_at timestamp(3) with time zone not null default now(),
  key text not null,
  organization_id uuid not null,
  scope_id uuid not null
) with (toast_tuple_target=8160);
alter table idempotency_key add constraint idempotency_key_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table idempotency_key add constraint idempotency_key_organization_id_scope_id_key_pk PRIMARY KEY (organization_id, scope_id, key);
CREATE INDEX idempotency_key_age ON public.idempotency_key USING btree (created_at);
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy everything on idempotency_key as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on idempotency_key as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on idempotency_key to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on idempotency_key to muster_system;
create table imported_person (
  before jsonb,
  import_id uuid not null,
  organization_id uuid not null,
  person_id uuid not null,
  version integer not null
);
alter table imported_person add constraint imported_person_import FOREIGN KEY (organization_id, import_id) REFERENCES person_import(organization_id, id) ON DELETE CASCADE;
alter table imported_person add constraint imported_person_organization_id_import_id_person_id_pk PRIMARY KEY (organization_id, import_id, person_id);
alter table imported_person add constraint imported_person_person FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id) ON DELETE CASCADE;
CREATE INDEX imported_person_of_person ON public.imported_person USING btree (person_id);
alter table imported_person enable row level security;
alter table imported_person force row level security;
create policy everything on imported_person as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on imported_person as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on imported_person to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on imported_person to muster_system;
create table mail_block (
  address_key text not null,
  created_at timestamp(3) with time zone not null default now()
);
alter table mail_block add constraint mail_block_pkey PRIMARY KEY (address_key);
grant DELETE, INSERT, SELECT, UPDATE on mail_block to muster_system;
create table mail_quota (
  address_key text not null,
  digest_id uuid,
  sent_at jsonb not null default '[]'::jsonb,
  updated_at timestamp(3) with time zone not null default now()
);
alter table mail_quota add constraint mail_quota_pkey PRIMARY KEY (address_key);
CREATE INDEX mail_quota_age ON public.mail_quota USING btree (updated_at);
grant DELETE, INSERT, SELECT, UPDATE on mail_quota to muster_system;
create table member_invitation (
  created_at timestamp(3) with time zone not null default now(),
  email text not null,
  expires_at timestamp(3) with time zone not null,
  id uuid not null,
  invited_by uuid not null,
  language text not null,
  lead_role_ids uuid[] not null default '{}'::uuid[],
  organization_id uuid not null,
  role text not null,
  round integer not null default 1,
  sent_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone
);
alter table member_invitation add constraint member_invitation_language CHECK ((language = ANY (ARRAY['en'::text, 'sv'::text])));
alter table member_invitation add constraint member_invitation_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table member_invitation add constraint member_invitation_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table member_invitation add constraint member_invitation_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'viewer'::text, 'leader'::text])));
CREATE INDEX member_invitation_age ON public.member_invitation USING btree (expires_at);
CREATE INDEX member_invitation_by_id ON public.member_invitation USING btree (id);
CREATE UNIQUE INDEX member_invitation_open ON public.member_invitation USING btree (email, organization_id) WHERE ((used_at IS NULL) AND (withdrawn_at IS NULL));
alter table member_invitation enable row level security;
alter table member_invitation force row level security;
create policy everything on member_invitation as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on member_invitation as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on member_invitation to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on member_invitation to muster_system;
create table member_lead (
  organization_id uuid not null,
  role_id uuid not null,
  user_id uuid not null
);
alter table member_lead add constraint member_lead_membership FOREIGN KEY (organization_id, user_id) REFERENCES membership(organization_id, user_id) ON DELETE CASCADE;
alter table member_lead add constraint member_lead_organization_id_user_id_role_id_pk PRIMARY KEY (organization_id, user_id, role_id);
alter table member_lead add constraint member_lead_role FOREIGN KEY (organization_id, role_id) REFERENCES role(organization_id, id) ON DELETE CASCADE;
CREATE INDEX member_lead_of_role ON public.member_lead USING btree (role_id);
alter table member_lead enable row level security;
alter table member_lead force row level security;
create policy everything on member_lead as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on member_lead as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on member_lead to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on member_lead to muster_system;
create table membership (
  cancellation_notices text not null default 'each'::text,
  cancellations_told_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  last_event_id uuid,
  organization_id uuid not null,
  request_notices text not null default 'daily'::text,
  requests_told_at timestamp(3) with time zone,
  role text not null default 'owner'::text,
  sign_up_notices text not null default 'daily'::text,
  sign_ups_told_at timestamp(3) with time zone,
  user_id uuid not null
);
alter table membership add constraint membership_cancellation_notices CHECK ((cancellation_notices = ANY (ARRAY['none'::text, 'each'::text, 'daily'::text])));
alter table membership add constraint membership_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table membership add constraint membership_organization_id_user_id_pk PRIMARY KEY (organization_id, user_id);
alter table membership add constraint membership_request_notices CHECK ((request_notices = ANY (ARRAY['none'::text, 'each'::text, 'daily'::text])));
alter table membership add constraint membership_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'viewer'::text, 'leader'::text])));
alter table membership add constraint membership_sign_up_notices CHECK ((sign_up_notices = ANY (ARRAY['none'::text, 'each'::text, 'daily'::text])));
alter table membership add constraint membership_user_id_app_user_id_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
CREATE INDEX membership_user ON public.membership USING btree (user_id);
alter table membership enable row level security;
alter table membership force row level security;
create policy everything on membership as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on membership as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on membership to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on membership to muster_system;
create table merge (
  after json,
  before json,
  id uuid not null,
  kept_id uuid not null,
  merged_at timestamp(3) with time zone not null,
  merged_id uuid not null,
  organization_id uuid not null,
  person_id uuid not null,
  undone jsonb
);
alter table merge add constraint merge_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table merge add constraint merge_person FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id) ON DELETE CASCADE;
CREATE INDEX merge_age ON public.merge USING btree (merged_at) WHERE (before IS NOT NULL);
CREATE INDEX merge_of_person ON public.merge USING btree (person_id);
alter table merge enable row level security;
alter table merge force row level security;
create policy everything on merge as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on merge as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on merge to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on merge to muster_system;
create table merged_link (
  feed_rounds jsonb not null default '{}'::jsonb,
  id uuid not null,
  leads_to uuid not null,
  leads_to_feed_rounds jsonb not null default '{}'::jsonb,
  leads_to_round integer not null,
  merge_id uuid not null,
  organization_id uuid not null,
  round integer not null
);
alter table merged_link add constraint merged_link_merge FOREIGN KEY (organization_id, merge_id) REFERENCES merge(organization_id, id) ON DELETE CASCADE;
alter table merged_link add constraint merged_link_organization_id_id_pk PRIMARY KEY (organization_id, id);
CREATE INDEX merged_link_by_id ON public.merged_link USING btree (id);
CREATE INDEX merged_link_of_merge ON public.merged_link USING btree (merge_id);
alter table merged_link enable row level security;
alter table merged_link force row level security;
create policy everything on merged_link as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on merged_link as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on merged_link to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on merged_link to muster_system;
create table message (
  address text not null,
  asked_at timestamp(3) with time zone,
  attempts integer not null default 0,
  batch_id uuid,
  body_text text,
  broadcast_id uuid,
  channel text not null,
  created_at timestamp(3) with time zone not null default now(),
  delivered_at timestamp(3) with time zone,
  digest_id uuid,
  direction text not null default 'OUTBOUND'::text,
  due_at timestamp(3) with time zone not null default now(),
  erased_at timestamp(3) with time zone,
  failure_reason text,
  fence integer not null default 0,
  id uuid not null,
  is_unread boolean not null default false,
  language text not null,
  leased_until timestamp(3) with time zone,
  merged_from uuid,
  organization_id uuid not null,
  payload jsonb not null,
  person_id uuid,
  provider text,
  provider_message_id text,
  read_at timestamp(3) with time zone,
  reported_at timestamp(3) with time zone,
  request_id text default NULLIF(current_setting('app.request_id'::text, true), ''::text),
  sent_at timestamp(3) with time zone,
  status text not null default 'QUEUED'::text,
  subject text,
  template text not null,
  traceparent text default NULLIF(current_setting('app.traceparent'::text, true), ''::text)
);
alter table message add constraint message_channel CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text])));
alter table message add constraint message_direction CHECK ((direction = ANY (ARRAY['OUTBOUND'::text, 'INBOUND'::text])));
alter table message add constraint message_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table message add constraint message_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table message add constraint message_person FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id) ON DELETE SET NULL (person_id);
alter table message add constraint message_status CHECK ((status = ANY (ARRAY['QUEUED'::text, 'SENDING'::text, 'SENT'::text, 'DELIVERED'::text, 'FAILED'::text, 'UNKNOWN'::text])));
CREATE INDEX message_at_provider ON public.message USING btree (provider_message_id) WHERE (provider_message_id IS NOT NULL);
CREATE INDEX message_by_id ON public.message USING btree (id);
CREATE INDEX message_by_member ON public.message USING btree (lower(address), created_at) WHERE (template = ANY (ARRAY['invitation'::text, 'reminder'::text, 'custom_text'::text, 'new_link'::text]));
CREATE INDEX message_held ON public.message USING btree (leased_until) WHERE (status = 'SENDING'::text);
CREATE UNIQUE INDEX message_link_again_once_a_day ON public.message USING btree (((payload ->> 'assignment_id'::text)), ((payload ->> 'day'::text)), organization_id) WHERE (template = 'link_again'::text);
CREATE INDEX message_of_batch ON public.message USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX message_of_digest ON public.message USING btree (digest_id) WHERE (digest_id IS NOT NULL);
CREATE INDEX message_of_number ON public.message USING btree (address, created_at) WHERE (channel = 'SMS'::text);
CREATE INDEX message_of_person ON public.message USING btree (person_id, created_at);
CREATE INDEX message_of_request ON public.message USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE UNIQUE INDEX message_once_per_broadcast ON public.message USING btree (broadcast_id, COALESCE(merged_from, person_id), channel, organization_id) WHERE (broadcast_id IS NOT NULL);
CREATE INDEX message_reported ON public.message USING btree (provider, asked_at) WHERE (reported_at IS NOT NULL);
CREATE UNIQUE INDEX message_shift_reminder_once_a_day ON public.message USING btree (COALESCE(merged_from, person_id), ((payload ->> 'day'::text)), channel, organization_id) WHERE (template = 'shift_reminder'::text);
CREATE INDEX message_to_erase ON public.message USING btree (erased_at) WHERE ((erased_at IS NOT NULL) AND (address <> ''::text));
CREATE INDEX message_unknown ON public.message USING btree (asked_at) WHERE (status = 'UNKNOWN'::text);
CREATE INDEX message_unread ON public.message USING btree (person_id) WHERE is_unread;
CREATE INDEX message_waiting ON public.message USING btree (channel, organization_id, due_at) WHERE ((status = 'QUEUED'::text) AND (digest_id IS NULL));
alter table message enable row level security;
alter table message force row level security;
create policy everything on message as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on message as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on message to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on message to muster_system;
create table mfa_challenge (
  challenge text,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  factor_id uuid,
  id uuid not null,
  purpose text not null,
  used_at timestamp(3) with time zone,
  user_id uuid
);
alter table mfa_challenge add constraint mfa_challenge_factor_id_mfa_factor_id_fk FOREIGN KEY (factor_id) REFERENCES mfa_factor(id) ON DELETE CASCADE;
alter table mfa_challenge add constraint mfa_challenge_pkey PRIMARY KEY (id);
alter table mfa_challenge add constraint mfa_challenge_user_id_app_user_id_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
CREATE INDEX mfa_challenge_age ON public.mfa_challenge USING btree (expires_at);
CREATE INDEX mfa_challenge_factor ON public.mfa_challenge USING btree (factor_id);
CREATE INDEX mfa_challenge_user ON public.mfa_challenge USING btree (user_id);
grant DELETE, INSERT, SELECT, UPDATE on mfa_challenge to muster_system;
create table mfa_factor (
  created_at timestamp(3) with time zone not null default now(),
  factor_type text not null,
  friendly_name text not null,
  id uuid not null,
  last_step integer,
  phone text,
  secret text,
  status text not null default 'unverified'::text,
  updated_at timestamp(3) with time zone not null default now(),
  user_id uuid not null
);
alter table mfa_factor add constraint mfa_factor_pkey PRIMARY KEY (id);
alter table mfa_factor add constraint mfa_factor_status CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text])));
alter table mfa_factor add constraint mfa_factor_type CHECK ((factor_type = ANY (ARRAY['totp'::text, 'phone'::text])));
alter table mfa_factor add constraint mfa_factor_user_id_app_user_id_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX mfa_factor_name ON public.mfa_factor USING btree (user_id, friendly_name) WHERE (friendly_name <> ''::text);
CREATE INDEX mfa_factor_user ON public.mfa_factor USING btree (user_id);
grant DELETE, INSERT, SELECT, UPDATE on mfa_factor to muster_system;
create table one_time_token (
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  id uuid not null,
  purpose text not null,
  used_at timestamp(3) with time zone,
  user_id uuid not null
);
alter table one_time_token add constraint one_time_token_pkey PRIMARY KEY (id);
alter table one_time_token add constraint one_time_token_user_id_app_user_id_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
CREATE INDEX one_time_token_user ON public.one_time_token USING btree (user_id);
grant DELETE, INSERT, SELECT, UPDATE on one_time_token to muster_system;
create table opening_mail (
  created_at timestamp(3) with time zone not null default now(),
  email text not null,
  event_id uuid not null,
  id uuid not null,
  language text not null,
  organization_id uuid not null,
  sent_at timestamp(3) with time zone
);
alter table opening_mail add constraint opening_mail_event FOREIGN KEY (organization_id, event_id) REFERENCES event(organization_id, id) ON DELETE CASCADE;
alter table opening_mail add constraint opening_mail_once UNIQUE (event_id, email, organization_id);
alter table opening_mail add constraint opening_mail_organization_id_id_pk PRIMARY KEY (organization_id, id);
CREATE INDEX opening_mail_due ON public.opening_mail USING btree (event_id) WHERE (sent_at IS NULL);
alter table opening_mail enable row level security;
alter table opening_mail force row level security;
create policy everything on opening_mail as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on opening_mail as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on opening_mail to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on opening_mail to muster_system;
create table organization (
  approved_sms_sender text,
  color text,
  contact_email text,
  contact_phone text,
  country text,
  created_at timestamp(3) with time zone not null default now(),
  created_by uuid,
  ended_at timestamp(3) with time zone,
  id uuid not null,
  language text not null,
  link_replacement jsonb,
  logo_hash text,
  name text not null,
  pause_reason text,
  paused_at timestamp(3) with time zone,
  second_factor text not null default 'optional'::text,
  sender_approved_for text,
  sms_sender text,
  time_zone text not null,
  uses_child_team boolean not null default false,
  version integer not null default 1
);
alter table organization add constraint organization_language CHECK ((language = ANY (ARRAY['en'::text, 'sv'::text])));
alter table organization add constraint organization_pkey PRIMARY KEY (id);
alter table organization add constraint organization_second_factor CHECK ((second_factor = ANY (ARRAY['optional'::text, 'required'::text])));
CREATE INDEX organization_logo_hash ON public.organization USING btree (logo_hash);
alter table organization enable row level security;
alter table organization force row level security;
create policy everything on organization as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on organization as PERMISSIVE for ALL to muster_app using ((id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));
grant DELETE, INSERT, SELECT, UPDATE on organization to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on organization to muster_system;
create table organization_logo (
  bytes bytea not null,
  organization_id uuid not null,
  type text not null
);
alter table organization_logo add constraint organization_logo_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table organization_logo add constraint organization_logo_pkey PRIMARY KEY (organization_id);
alter table organization_logo enable row level security;
alter table organization_logo force row level security;
create policy everything on organization_logo as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on organization_logo as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on organization_logo to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on organization_logo to muster_system;
create table person (
  asked_details jsonb,
  calendar_round integer not null default 1,
  child_team text,
  created_at timestamp(3) with time zone not null default now(),
  email text,
  erased_at timestamp(3) with time zone,
  event_feed_rounds jsonb not null default '{}'::jsonb,
  first_name text not null,
  gets_reminders boolean not null default true,
  id uuid not null,
  identity_key text not null,
  language text,
  last_name text not null,
  notes text,
  organization_id uuid not null,
  phone text,
  search_text text,
  updated_at timestamp(3) with time zone not null default now(),
  version integer not null default 1
);
alter table person add constraint person_identity UNIQUE (identity_key, organization_id);
alter table person add constraint person_language CHECK ((language = ANY (ARRAY['en'::text, 'sv'::text])));
alter table person add constraint person_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table person add constraint person_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
CREATE INDEX person_by_address ON public.person USING btree (identity_key text_pattern_ops);
CREATE INDEX person_by_id ON public.person USING btree (id);
CREATE INDEX person_by_phone ON public.person USING btree (phone) WHERE (phone IS NOT NULL);
alter table person enable row level security;
alter table person force row level security;
create policy everything on person as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on person as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on person to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on person to muster_system;
create table person_import (
  created_at timestamp(3) with time zone not null default now(),
  id uuid not null,
  kept jsonb,
  organization_id uuid not null,
  tag_ids uuid[] not null
);
alter table person_import add constraint person_import_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table person_import add constraint person_import_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
CREATE INDEX person_import_age ON public.person_import USING btree (created_at);
alter table person_import enable row level security;
alter table person_import force row level security;
create policy everything on person_import as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on person_import as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on person_import to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on person_import to muster_system;
create table person_tag (
  organization_id uuid not null,
  person_id uuid not null,
  tag_id uuid not null
);
alter table person_tag add constraint person_tag_organization_id_person_id_tag_id_pk PRIMARY KEY (organization_id, person_id, tag_id);
alter table person_tag add constraint person_tag_person FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id) ON DELETE CASCADE;
alter table person_tag add constraint person_tag_tag FOREIGN KEY (organization_id, tag_id) REFERENCES tag(organization_id, id) ON DELETE CASCADE;
CREATE INDEX person_tag_of_person ON public.person_tag USING btree (person_id);
CREATE INDEX person_tag_of_tag ON public.person_tag USING btree (tag_id);
alter table person_tag enable row level security;
alter table person_tag force row level security;
create policy everything on person_tag as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on person_tag as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on person_tag to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on person_tag to muster_system;
create table rate_limit (
  bucket text not null,
  hits integer not null default 0,
  window_start timestamp(3) with time zone not null
);
alter table rate_limit add constraint rate_limit_bucket_window_start_pk PRIMARY KEY (bucket, window_start);
CREATE INDEX rate_limit_age ON public.rate_limit USING btree (window_start);
grant DELETE, INSERT, SELECT, UPDATE on rate_limit to muster_system;
create table recovery_code (
  created_at timestamp(3) with time zone not null default now(),
  hash text not null,
  used_at timestamp(3) with time zone,
  user_id uuid not null
);
alter table recovery_code add constraint recovery_code_user_id_app_user_id_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
alter table recovery_code add constraint recovery_code_user_id_hash_pk PRIMARY KEY (user_id, hash);
grant DELETE, INSERT, SELECT, UPDATE on recovery_code to muster_system;
create table refresh_token (
  created_at timestamp(3) with time zone not null default now(),
  generation integer not null,
  hash text not null,
  repeats integer not null default 0,
  session_id uuid not null
);
alter table refresh_token add constraint refresh_token_pkey PRIMARY KEY (hash);
alter table refresh_token add constraint refresh_token_session_id_session_id_fk FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX refresh_token_generation ON public.refresh_token USING btree (session_id, generation);
grant DELETE, INSERT, SELECT, UPDATE on refresh_token to muster_system;
create table request (
  answers jsonb not null,
  created_at timestamp(3) with time zone not null,
  email text not null,
  end_dt timestamp(3) with time zone not null,
  first_name text not null,
  form_id uuid not null,
  giver_id uuid,
  id uuid not null,
  identity_key text not null,
  is_minor boolean not null,
  language text,
  last_name text not null,
  note text,
  organization_id uuid not null,
  phone text not null,
  place integer not null,
  shift_id uuid not null,
  start_dt timestamp(3) with time zone not null,
  terms_version text not null
);
alter table request add constraint request_once UNIQUE (shift_id, identity_key, organization_id);
alter table request add constraint request_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table request add constraint request_shift FOREIGN KEY (organization_id, shift_id) REFERENCES shift(organization_id, id) ON DELETE CASCADE;
CREATE INDEX request_by_id ON public.request USING btree (id);
CREATE INDEX request_by_identity ON public.request USING btree (identity_key);
CREATE INDEX request_of_form ON public.request USING btree (form_id);
CREATE INDEX request_of_giver ON public.request USING btree (giver_id) WHERE (giver_id IS NOT NULL);
alter table request enable row level security;
alter table request force row level security;
create policy everything on request as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on request as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on request to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on request to muster_system;
create table role (
  created_at timestamp(3) with time zone not null default now(),
  description text,
  event_id uuid not null,
  id uuid not null,
  min_age integer,
  name text not null,
  needs_tag uuid,
  organization_id uuid not null,
  position integer not null default 0,
  updated_at timestamp(3) with time zone not null default now(),
  version integer not null default 1
);
alter table role add constraint role_event FOREIGN KEY (organization_id, event_id) REFERENCES event(organization_id, id) ON DELETE CASCADE;
alter table role add constraint role_in_event UNIQUE (id, event_id, organization_id);
alter table role add constraint role_min_age CHECK (((min_age >= 1) AND (min_age <= 99)));
alter table role add constraint role_needs_tag FOREIGN KEY (organization_id, needs_tag) REFERENCES tag(organization_id, id);
alter table role add constraint role_organization_id_id_pk PRIMARY KEY (organization_id, id);
CREATE INDEX role_of_event ON public.role USING btree (event_id);
alter table role enable row level security;
alter table role force row level security;
create policy everything on role as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on role as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on role to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on role to muster_system;
create table saved_text (
  created_at timestamp(3) with time zone not null default now(),
  id uuid not null,
  organization_id uuid not null,
  text text not null,
  title text not null,
  version integer not null default 1
);
alter table saved_text add constraint saved_text_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table saved_text add constraint saved_text_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table saved_text enable row level security;
alter table saved_text force row level security;
create policy everything on saved_text as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on saved_text as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on saved_text to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on saved_text to muster_system;
create table scheduled_job (
  due_at timestamp(3) with time zone not null,
  leased_until timestamp(3) with time zone,
  name text not null
);
alter table scheduled_job add constraint scheduled_job_pkey PRIMARY KEY (name);
grant DELETE, INSERT, SELECT, UPDATE on scheduled_job to muster_system;
create table sending_total (
  accepted integer not null default 0,
  channel text not null,
  day date not null,
  scope text not null
);
alter table sending_total add constraint sending_total_scope_channel_day_pk PRIMARY KEY (scope, channel, day);
alter table sending_total enable row level security;
alter table sending_total force row level security;
create policy everything on sending_total as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on sending_total as PERMISSIVE for ALL to muster_app using (((scope = 'installation'::text) OR (scope = ( SELECT (organization.created_by)::text AS created_by
   FROM organization))));
grant INSERT, SELECT, UPDATE on sending_total to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on sending_total to muster_system;
create table session (
  aal text not null default 'aal1'::text,
  amr jsonb not null default '[]'::jsonb,
  created_at timestamp(3) with time zone not null default now(),
  ended_at timestamp(3) with time zone,
  ended_because text,
  id uuid not null,
  proven_at timestamp(3) with time zone,
  refreshed_at timestamp(3) with time zone not null default now(),
  user_agent text,
  user_id uuid not null
);
alter table session add constraint session_pkey PRIMARY KEY (id);
alter table session add constraint session_user_id_app_user_id_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
CREATE INDEX "session_user" ON public.session USING btree (user_id);
grant DELETE, INSERT, SELECT, UPDATE on session to muster_system;
create table shift (
  created_at timestamp(3) with time zone not null default now(),
  end_dt timestamp(3) with time zone not null,
  event_id uuid not null,
  id uuid not null,
  meant_times jsonb,
  meeting_point text,
  note text,
  organization_id uuid not null,
  reminder_due_at timestamp(3) with time zone,
  required_qty integer not null,
  role_id uuid not null,
  start_dt timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null default now(),
  version integer not null default 1,
  visibility text not null default 'public'::text
);
alter table shift add constraint shift_ends_after_start CHECK ((end_dt > start_dt));
alter table shift add constraint shift_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table shift add constraint shift_required_qty CHECK ((required_qty >= 1));
alter table shift add constraint shift_role FOREIGN KEY (organization_id, event_id, role_id) REFERENCES role(organization_id, event_id, id) ON DELETE CASCADE;
alter table shift add constraint shift_visibility CHECK ((visibility = ANY (ARRAY['public'::text, 'link'::text])));
CREATE INDEX shift_by_id ON public.shift USING btree (id);
CREATE INDEX shift_of_event ON public.shift USING btree (event_id);
CREATE INDEX shift_of_role ON public.shift USING btree (role_id);
CREATE INDEX shift_reminder_due ON public.shift USING btree (reminder_due_at) WHERE (reminder_due_at IS NOT NULL);
alter table shift enable row level security;
alter table shift force row level security;
create policy everything on shift as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on shift as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on shift to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on shift to muster_system;
create table sms_thread (
  conversation_sid text,
  created_at timestamp(3) with time zone not null default now(),
  id uuid not null,
  number text not null,
  organization_id uuid not null,
  phone text not null
);
alter table sms_thread add constraint sms_thread_once UNIQUE (phone, number, organization_id);
alter table sms_thread add constraint sms_thread_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table sms_thread add constraint sms_thread_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
CREATE INDEX sms_thread_by_conversation ON public.sms_thread USING btree (conversation_sid);
alter table sms_thread enable row level security;
alter table sms_thread force row level security;
create policy everything on sms_thread as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on sms_thread as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on sms_thread to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on sms_thread to muster_system;
create table suppression (
  address text not null,
  channel text not null,
  created_at timestamp(3) with time zone not null default now(),
  organization_id uuid not null,
  reason text not null
);
alter table suppression add constraint suppression_organization_id_channel_address_pk PRIMARY KEY (organization_id, channel, address);
alter table suppression add constraint suppression_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table suppression enable row level security;
alter table suppression force row level security;
create policy everything on suppression as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on suppression as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on suppression to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on suppression to muster_system;
create table tag (
  created_at timestamp(3) with time zone not null default now(),
  id uuid not null,
  name text not null,
  name_key text not null,
  organization_id uuid not null
);
alter table tag add constraint tag_once UNIQUE (name_key, organization_id);
alter table tag add constraint tag_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table tag add constraint tag_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization(id) ON DELETE CASCADE;
alter table tag enable row level security;
alter table tag force row level security;
create policy everything on tag as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on tag as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on tag to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on tag to muster_system;
create table told_apart (
  one_id uuid not null,
  organization_id uuid not null,
  other_id uuid not null
);
alter table told_apart add constraint told_apart_one FOREIGN KEY (organization_id, one_id) REFERENCES person(organization_id, id) ON DELETE CASCADE;
alter table told_apart add constraint told_apart_organization_id_one_id_other_id_pk PRIMARY KEY (organization_id, one_id, other_id);
alter table told_apart add constraint told_apart_other FOREIGN KEY (organization_id, other_id) REFERENCES person(organization_id, id) ON DELETE CASCADE;
CREATE INDEX told_apart_of_one ON public.told_apart USING btree (one_id);
CREATE INDEX told_apart_of_other ON public.told_apart USING btree (other_id);
alter table told_apart enable row level security;
alter table told_apart force row level security;
create policy everything on told_apart as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on told_apart as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on told_apart to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on told_apart to muster_system;
create table waiting (
  created_at timestamp(3) with time zone not null default now(),
  id uuid not null,
  offer_expires_at timestamp(3) with time zone,
  organization_id uuid not null,
  other_phone text,
  person_id uuid not null,
  queued_at timestamp(3) with time zone not null,
  round integer not null default 1,
  shift_id uuid not null,
  status text not null,
  terms_accepted_at timestamp(3) with time zone not null,
  terms_version text not null
);
alter table waiting add constraint waiting_once UNIQUE (shift_id, person_id, organization_id);
alter table waiting add constraint waiting_organization_id_id_pk PRIMARY KEY (organization_id, id);
alter table waiting add constraint waiting_person FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id) ON DELETE CASCADE;
alter table waiting add constraint waiting_shift FOREIGN KEY (organization_id, shift_id) REFERENCES shift(organization_id, id) ON DELETE CASCADE;
alter table waiting add constraint waiting_status CHECK ((status = ANY (ARRAY['ASKED'::text, 'WAITING'::text, 'OFFERED'::text, 'TAKEN'::text, 'LAPSED'::text, 'LEFT'::text])));
CREATE INDEX waiting_by_id ON public.waiting USING btree (id);
CREATE INDEX waiting_in_line ON public.waiting USING btree (shift_id) WHERE (status = ANY (ARRAY['WAITING'::text, 'OFFERED'::text]));
CREATE INDEX waiting_of_person ON public.waiting USING btree (person_id);
alter table waiting enable row level security;
alter table waiting force row level security;
create policy everything on waiting as PERMISSIVE for ALL to muster_system using (true);
create policy tenant on waiting as PERMISSIVE for ALL to muster_app using ((uuid_cmp(organization_id, ( SELECT (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid AS "nullif")) = 0));
grant DELETE, INSERT, SELECT, UPDATE on waiting to muster_app;
grant DELETE, INSERT, SELECT, UPDATE on waiting to muster_system;
create table webauthn_credential (
  counter bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  credential_id text not null,
  friendly_name text not null,
  id uuid not null,
  is_synced boolean not null,
  last_used_at timestamp(3) with time zone,
  public_key text not null,
  transports text[] not null,
  user_id uuid not null
);
alter table webauthn_credential add constraint webauthn_credential_credential_id_unique UNIQUE (credential_id);
alter table webauthn_credential add constraint webauthn_credential_pkey PRIMARY KEY (id);
alter table webauthn_credential add constraint webauthn_credential_user_id_app_user_id_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE;
CREATE INDEX webauthn_credential_user ON public.webauthn_credential USING btree (user_id);
grant DELETE, INSERT, SELECT, UPDATE on webauthn_credential to muster_system;
create table webhook_event (
  provider text not null,
  provider_event_id text not null,
  received_at timestamp(3) with time zone not null default now()
);
alter table webhook_event add constraint webhook_event_provider_provider_event_id_pk PRIMARY KEY (provider, provider_event_id);
CREATE INDEX webhook_event_age ON public.webhook_event USING btree (received_at);
grant DELETE, INSERT, SELECT, UPDATE on webhook_event to muster_system;
create table worker_heartbeat (
  beat_at timestamp(3) with time zone not null default now(),
  worker_id uuid not null
);
alter table worker_heartbeat add constraint worker_heartbeat_pkey PRIMARY KEY (worker_id);
grant DELETE, INSERT, SELECT, UPDATE on worker_heartbeat to muster_system;
