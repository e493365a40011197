"""Books, changes, follows and cancels with the client that openapi-python-client generates. Arguments: URL, key."""
import base64
import datetime
import sys

from client import Client
from client.api.co_allocations import cancel_co_allocation, get_co_allocation, make_co_allocation, modify_co_allocation
from client.models import (
    CoAllocation,
    CoAllocationChange,
    CoAllocationRequest,
    ComputeChange,
    ComputeRequest,
    DryRunResult,
    LightpathRequest,
    Problem,
    ProblemType,
    RequestedSchedule,
    State,
)

url, key = sys.argv[1:]
login = base64.b64encode(b"scientist:scientist").decode()
bar = Client(base_url=url, headers={"Authorization": "Basic " + login})
start = datetime.datetime(2026, 12, 1, 21, tzinfo=datetime.timezone.utc)
request = CoAllocationRequest(
    schedule=RequestedSchedule(start_time=start, end_time=start + datetime.timedelta(hours=1)),
    compute=[ComputeRequest(resource="newton", nodes=4)],
    lightpaths=[LightpathRequest(source="vis.ucl", destination="newton.manchester", bandwidth_mbps=300)],
)
question = CoAllocationRequest(schedule=request.schedule, compute=request.compute, dry_run=True)
asked = make_co_allocation.sync(client=bar, body=question)
assert isinstance(asked, DryRunResult) and asked.fits, asked
booked = make_co_allocation.sync(client=bar, body=request, idempotency_key=key)
assert isinstance(booked, CoAllocation) and booked.state == State.COMMITTED, booked
again = make_co_allocation.sync(client=bar, body=request, idempotency_key=key)
assert again.id == booked.id
change = CoAllocationChange(compute=[ComputeChange(resource="newton", nodes=8)])
changed = modify_co_allocation.sync(booked.id, client=bar, body=change, idempotency_key=key + "-change")
assert isinstance(changed, CoAllocation) and changed.compute[0].nodes == 8, changed
followed = get_co_allocation.sync(booked.id, client=bar)
assert followed.change.state == "COMMITTED" and followed.history, followed
cancelled = cancel_co_allocation.sync(booked.id, client=bar)
assert cancelled.state == State.CANCELLED, cancelled
refused = modify_co_allocation.sync(booked.id, client=bar, body=change)
assert isinstance(refused, Problem) and refused.type_ == ProblemType.URNTOUCHPAPERPROBLEMWRONG_STATE, refused
