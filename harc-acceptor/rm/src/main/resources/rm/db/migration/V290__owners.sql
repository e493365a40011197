-- Who may modify or cancel a booking. What an earlier build booked has no row here, and is anybody's as before.
create table booking_owner (
    ident     text primary key,
    name      text not null,
    home_site text not null
);
