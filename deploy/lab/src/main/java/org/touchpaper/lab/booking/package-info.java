/**
 * The lab books its lightpath and nodes from the product: the demo network with a data plane, a
 * Slurm of its own behind newton's resource manager, and one booking through the client. Start at
 * {@link org.touchpaper.lab.booking.LabBookingRunner}.
 */
@NullMarked
package org.touchpaper.lab.booking;

import org.jspecify.annotations.NullMarked;
