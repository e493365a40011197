/** Tests of what is logged. */
@NullMarked
package org.touchpaper.platform.log;

import org.jspecify.annotations.NullMarked;
