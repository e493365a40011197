/** A lightpath's booking at its home site. */
@NullMarked
package org.touchpaper.bar.reservation;

import org.jspecify.annotations.NullMarked;
