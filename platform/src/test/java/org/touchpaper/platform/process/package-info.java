/** Tests of processes beside our own. */
@NullMarked
package org.touchpaper.platform.process;

import org.jspecify.annotations.NullMarked;
