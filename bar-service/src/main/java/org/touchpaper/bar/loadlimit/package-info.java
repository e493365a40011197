/**
 * Limits on concurrent requests. A co-allocation's segments call this broker back while its client
 * waits, so peers never queue behind users (DESIGN decision 6): users, peers and the network's
 * resource manager in this process each have a {@link org.touchpaper.platform.FairBulkhead}, and
 * some pool connections are reserved for peers ({@link
 * org.touchpaper.bar.loadlimit.QuotaDataSource}). A request enters its bulkhead once the caller is
 * authenticated and the body is complete ({@link org.touchpaper.bar.loadlimit.BufferedRequest});
 * each caller has at most a share of the places.
 */
@NullMarked
package org.touchpaper.bar.loadlimit;

import org.jspecify.annotations.NullMarked;
