/** The history of bookings: an append-only log of state changes, for display. */
@NullMarked
package org.touchpaper.bar.history;

import org.jspecify.annotations.NullMarked;
