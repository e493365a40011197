// Books, changes, follows and cancels with the types that openapi-typescript generates. Arguments: URL, key.
import createClient from "openapi-fetch";
import type { paths } from "./contract";

declare const process: { argv: string[] };
const [url, key] = process.argv.slice(2);
const bar = createClient<paths>({ baseUrl: url, headers: { Authorization: "Basic " + btoa("scientist:scientist") } });

function check(isTrue: boolean, what: unknown): asserts isTrue {
  if (!isTrue) throw new Error(JSON.stringify(what));
}

const asked = await bar.POST("/api/v1/co-allocations", {
  body: {
    schedule: { startTime: "2026-12-01T21:00:00Z", endTime: "2026-12-01T22:00:00Z" },
    compute: [{ resource: "newton", nodes: 4 }],
    dryRun: true,
  },
});
check(asked.data !== undefined && "fits" in asked.data && asked.data.fits, asked.error);
const booked = await bar.POST("/api/v1/co-allocations", {
  params: { header: { "Idempotency-Key": key } },
  body: {
    schedule: { startTime: "2026-12-01T21:00:00Z", endTime: "2026-12-01T22:00:00Z" },
    compute: [{ resource: "newton", nodes: 4 }],
    lightpaths: [{ source: "vis.ucl", destination: "newton.manchester", bandwidthMbps: 300 }],
  },
});
check(booked.data !== undefined && "state" in booked.data && booked.data.state === "COMMITTED", booked.error);
const params = { path: { id: booked.data.id } };
const body = { compute: [{ resource: "newton", nodes: 8 }] };
const changed = await bar.PATCH("/api/v1/co-allocations/{id}", { params, body });
check(changed.data !== undefined && "state" in changed.data && changed.data.compute[0]?.nodes === 8, changed.error);
const followed = await bar.GET("/api/v1/co-allocations/{id}", { params });
check(followed.data?.change?.state === "COMMITTED", followed.error);
const cancelled = await bar.DELETE("/api/v1/co-allocations/{id}", { params });
check(cancelled.data?.state === "CANCELLED", cancelled.error);
const refused = await bar.PATCH("/api/v1/co-allocations/{id}", { params, body });
check(refused.error?.type === "urn:touchpaper:problem:wrong-state", refused.data);
