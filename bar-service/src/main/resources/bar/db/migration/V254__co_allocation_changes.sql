-- What was asked to be different about a co-allocation, and what the transaction under way or decided last is for.
alter table co_allocation add column changes text not null default '{"all":[]}';
alter table co_allocation alter column changes drop default;
alter table co_allocation add column purpose text;
update co_allocation set purpose =
  case when transaction_no = make_attempt then '{"kind":"making"}' else '{"kind":"cancelling"}' end;
alter table co_allocation alter column purpose set not null;

-- Each part by the transaction that made it or changed it last: its resource manager is asked about that one.
update co_allocation set parts = (
  select coalesce(jsonb_agg(
           part || jsonb_build_object('booked', jsonb_build_object(
             'by', make_attempt,
             'from', to_char(start_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
           order by place), '[]')::text
    from jsonb_array_elements(parts::jsonb) with ordinality as each (part, place));
alter table co_allocation drop column make_attempt;
