/**
 * What any local scheduler must pass: {@link org.touchpaper.harc.rm.local.LocalSchedulerContract}.
 */
@NullMarked
package org.touchpaper.harc.rm.local;

import org.jspecify.annotations.NullMarked;
