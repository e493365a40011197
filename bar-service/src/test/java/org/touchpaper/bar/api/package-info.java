/** The front door over REST, as callers meet it; start at {@code BookingTest}. */
@NullMarked
package org.touchpaper.bar.api;

import org.jspecify.annotations.NullMarked;
