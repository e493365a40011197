/**
 * The one clock of a service. Start reading at {@link org.touchpaper.platform.time.SettableClock};
 * a test or a demo that defines a {@code Clock} bean of its own replaces the system's.
 */
@NullMarked
package org.touchpaper.platform.time;

import org.jspecify.annotations.NullMarked;
