/**
 * Co-allocations: lightpaths and nodes booked together, all or nothing. Start at {@link
 * org.touchpaper.bar.coallocation.service.CoAllocationService}, whose methods the API and the pages
 * call. {@link org.touchpaper.bar.coallocation.CoAllocation} is the booking with its states; {@link
 * org.touchpaper.bar.coallocation.CoAllocationPollIntervalPolicy} computes the time of its next
 * check, a column of its row. Requests are in {@code request}, the transactions that make, change
 * and cancel a booking in {@code transaction}, and the port to HARC's acceptors and resource
 * managers in {@code harc}.
 */
@NullMarked
package org.touchpaper.bar.coallocation;

import org.jspecify.annotations.NullMarked;
