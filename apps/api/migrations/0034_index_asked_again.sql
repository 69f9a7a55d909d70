CREATE INDEX CONCURRENTLY IF NOT EXISTS "assignment_asked_again" ON "assignment" USING btree ("asked_again_at") WHERE asked_again_at is not null;
