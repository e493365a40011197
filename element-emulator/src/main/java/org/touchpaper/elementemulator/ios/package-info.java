/**
 * The emulated Cisco 7600 with its CLI. Start at {@link
 * org.touchpaper.elementemulator.ios.Ios7600CliSession}. Depends on {@code state}, {@code listener}
 * and {@code fault}.
 */
@NullMarked
package org.touchpaper.elementemulator.ios;

import org.jspecify.annotations.NullMarked;
