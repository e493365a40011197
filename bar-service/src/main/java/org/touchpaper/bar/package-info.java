/**
 * The BAR (bandwidth allocation and reservation): a site's broker (PoS(ESLEA)015). It configures no
 * hardware. It splits a circuit into local campus, wide area and remote campus, and accepts it only
 * if every segment holds its share.
 *
 * <p>Start at {@code BarApplication}. The domain is in {@code reservation} (a lightpath's booking),
 * {@code directory} (hosts, campuses, clusters), {@code aggregator} (segment calls, all or nothing)
 * and {@code coallocation} (lightpaths and nodes in one transaction of HARC's acceptors). {@code
 * networkrm} runs the network's resource manager, which votes in these transactions. The interfaces
 * are {@code api} (REST), {@code web} (pages) and {@code soap} (the segment contract); {@code
 * loadlimit} limits their concurrency, and {@code token} lets programs use the API. {@code
 * ArchitectureTest} states the permitted dependencies. {@code event} keeps what happened to
 * bookings, and {@code webhook} posts it.
 */
@NullMarked
package org.touchpaper.bar;

import org.jspecify.annotations.NullMarked;
