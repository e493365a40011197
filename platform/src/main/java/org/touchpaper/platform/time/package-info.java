/**
 * The clock of a service. Start reading at {@link org.touchpaper.platform.time.SettableClock}; a
 * test or a demo replaces the system clock by a {@code Clock} bean of its own.
 */
@NullMarked
package org.touchpaper.platform.time;

import org.jspecify.annotations.NullMarked;
