"""What schemathesis.toml cannot say.

Formats of which the service takes less than RFC 3339 has: offsets up to 18 hours, durations in days and less.

A stream is read up to its first block. Schemathesis counts blocks with data only, and would wait for its time-out when nothing happens; the service
begins a stream with a block that has a comment and an id.
"""

import datetime

import schemathesis
import schemathesis.core.transport
from hypothesis import strategies as st

OFFSETS = st.integers(-18 * 60, 18 * 60).map(lambda minutes: datetime.timezone(datetime.timedelta(minutes=minutes)))
TIMES = st.datetimes(datetime.datetime(2, 1, 1), datetime.datetime(9998, 12, 31), timezones=OFFSETS)

schemathesis.openapi.format("date-time", TIMES.map(lambda time: time.isoformat()))
schemathesis.openapi.format("duration", st.integers(1, 10**6).map(lambda seconds: f"PT{seconds}S"))

assert callable(schemathesis.core.transport._carries_data)
schemathesis.core.transport._carries_data = lambda block: True
