/**
 * One call for lightpaths and compute, all or nothing. Start reading at {@link
 * org.touchpaper.bar.coallocation.CoAllocator}, the verbs of the front door; {@link
 * org.touchpaper.bar.coallocation.Intake} takes a wish into the books, {@link
 * org.touchpaper.bar.coallocation.Pursuit} brings it to its decision. {@link
 * org.touchpaper.bar.coallocation.CoAllocation} is the booking with its states, {@link
 * org.touchpaper.bar.coallocation.Harc} the seam to the acceptors and resource managers. {@link
 * org.touchpaper.bar.coallocation.Slots} says when all of it would fit, at first and after a lost
 * race; each attempt is a {@link org.touchpaper.bar.coallocation.Draft} of its own. What is still
 * to be learnt of a booking, or to be done after a pause, is a column of its row: {@link
 * org.touchpaper.bar.coallocation.Attention}.
 */
@NullMarked
package org.touchpaper.bar.coallocation;

import org.jspecify.annotations.NullMarked;
