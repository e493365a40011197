/**
 * Who has booked how much of what, when, on PostgreSQL: what the admissions of L-NSAP and NSAP
 * share (DESIGN decision 5). Start reading at {@link org.touchpaper.segment.ledger.Ledger} for
 * capacities, where an exact peak decides, and {@link org.touchpaper.segment.ledger.Exclusives} for
 * what only one connection can have at a time. A service that uses them adds the migration location
 * {@code segment/ledger/migration}.
 */
@NullMarked
package org.touchpaper.segment.ledger;

import org.jspecify.annotations.NullMarked;
