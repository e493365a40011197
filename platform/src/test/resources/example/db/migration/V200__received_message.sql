create table received_message (connection text primary key);
