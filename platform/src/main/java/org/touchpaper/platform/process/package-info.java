/**
 * Child processes. Start reading at {@link org.touchpaper.platform.process.PidFile}, which
 * identifies a directory's process after its parent was killed. {@link
 * org.touchpaper.platform.process.RestartSupervisor} restarts a process that ends too early, {@link
 * org.touchpaper.platform.process.SetsidCommand} keeps terminal signals from it, and {@link
 * org.touchpaper.platform.process.PosixSignal} sends it a signal.
 */
@NullMarked
package org.touchpaper.platform.process;

import org.jspecify.annotations.NullMarked;
