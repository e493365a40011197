/**
 * Booked capacity over time, on PostgreSQL: what the admissions of L-NSAP and NSAP share (DESIGN
 * decision 5). Start reading at {@link org.touchpaper.segment.capacity.CapacityLedgerService} for
 * amounts, where the exact peak decides, and at {@link
 * org.touchpaper.segment.capacity.ExclusiveClaimRepository} for items that only one connection can
 * use at a time. A service that uses them adds the Flyway location {@code
 * segment/capacity/migration}. Depends on {@code connection} and the timetable module.
 */
@NullMarked
package org.touchpaper.segment.capacity;

import org.jspecify.annotations.NullMarked;
