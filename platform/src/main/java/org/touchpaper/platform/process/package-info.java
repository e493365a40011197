/**
 * Processes beside our own. Start reading at {@link org.touchpaper.platform.process.PidFile}: what
 * a directory's processes are known by after whoever started them was killed. {@link
 * org.touchpaper.platform.process.Watch} starts again what ends too early, {@link
 * org.touchpaper.platform.process.OwnSession} keeps the terminal's signals from all, and {@link
 * org.touchpaper.platform.process.Signal} is sent without starting one more.
 */
@NullMarked
package org.touchpaper.platform.process;

import org.jspecify.annotations.NullMarked;
