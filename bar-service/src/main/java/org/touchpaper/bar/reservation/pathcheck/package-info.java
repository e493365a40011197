/** What a reservation keeps of the checks of its path. */
@NullMarked
package org.touchpaper.bar.reservation.pathcheck;

import org.jspecify.annotations.NullMarked;
