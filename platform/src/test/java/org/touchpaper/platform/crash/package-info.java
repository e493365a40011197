/**
 * Kills a service within the JVM of a test, at its n-th write or message. Start reading at {@link
 * org.touchpaper.platform.crash.CrashSwitch}; {@code CrashTest} shows the loop that dies at each
 * point in turn.
 */
@NullMarked
package org.touchpaper.platform.crash;

import org.jspecify.annotations.NullMarked;
