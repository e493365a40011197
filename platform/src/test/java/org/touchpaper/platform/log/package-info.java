/** Tests of log output. */
@NullMarked
package org.touchpaper.platform.log;

import org.jspecify.annotations.NullMarked;
