-- From sixty people on a shift the stored answer of a sign-up takes 2 kB, above which PostgreSQL tries to compress it and moves it to
-- a table of its own: a seventh of a sign-up's time. Its ids do not compress, and it is read by key only.
ALTER TABLE "idempotency_key" SET (toast_tuple_target = 8160);
