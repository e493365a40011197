/**
 * Simulates the crash of a service within a test's JVM, at its n-th write or message. Start reading
 * at {@link org.touchpaper.platform.crash.CrashSwitch}; {@code CrashTest} shows the loop over all
 * crash points.
 */
@NullMarked
package org.touchpaper.platform.crash;

import org.jspecify.annotations.NullMarked;
