/**
 * The contract tests that every local scheduler must pass: {@link
 * org.touchpaper.harc.rm.scheduler.LocalSchedulerContract}.
 */
@NullMarked
package org.touchpaper.harc.rm.scheduler;

import org.jspecify.annotations.NullMarked;
