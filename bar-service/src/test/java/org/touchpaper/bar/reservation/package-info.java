/** Tests of {@code org.touchpaper.bar.reservation}. */
@NullMarked
package org.touchpaper.bar.reservation;

import org.jspecify.annotations.NullMarked;
