/**
 * The BAR, bandwidth allocation and reservation: a site's broker (PoS(ESLEA)015). It configures no
 * hardware; it splits a circuit into local campus, wide area and remote campus, and accepts it only
 * if all of them hold it.
 *
 * <p>Start at {@code BarApplication}; then {@code reservation} (what a booking is), {@code
 * directory} (who lies where), {@code coordination} (asking the segments, all or nothing), {@code
 * coallocation} (lightpaths and nodes in one call, agreed upon by HARC's acceptors). The doors are
 * {@code api} (REST), {@code web} (the reservations browser) and {@code soap} (the segment
 * contract); {@code admission} says how many pass at once. {@code ArchitectureTest} says who may
 * know whom.
 */
@NullMarked
package org.touchpaper.bar;

import org.jspecify.annotations.NullMarked;
