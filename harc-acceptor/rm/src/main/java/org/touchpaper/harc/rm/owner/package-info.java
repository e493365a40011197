/**
 * Whose a booking is, and who may do what to it: {@link org.touchpaper.harc.rm.owner.Owners}, one
 * rule for all calendars of ours. The network's BAR has rules of its own.
 */
@NullMarked
package org.touchpaper.harc.rm.owner;

import org.jspecify.annotations.NullMarked;
